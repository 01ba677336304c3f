package io.askr.jdbc;

import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Marks the thread's transaction as one that is being committed. In {@code afterCommit} Spring's synchronization is still
 * active and the connection still bound and out of auto-commit, but no commit follows. Kept among the transaction's
 * synchronizations, so that it is suspended, resumed and cleared with them.
 */
final class Committing implements TransactionSynchronization {

    private static final Committing MARK = new Committing();

    private Committing() {}

    static void mark() {
        if (TransactionSynchronizationManager.isSynchronizationActive()) {
            TransactionSynchronizationManager.registerSynchronization(MARK);
        }
    }

    static boolean isMarked() {
        return TransactionSynchronizationManager.isSynchronizationActive()
                && TransactionSynchronizationManager.getSynchronizations().contains(MARK);
    }
}
