package io.askr.listener;

import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.TransactionSystemException;
import org.springframework.transaction.support.TransactionOperations;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * {@link AckMode#TRANSACTION}: the cursor, then the handler, in one transaction. The cursor goes first so that a process
 * whose cursor was moved by another finds out before it does anything, and because a transaction that writes first waits
 * for the lock instead of failing.
 */
final class TransactionSettlement implements Settlement {

    private final StoredCursor cursor;
    private final TransactionOperations transactions;
    private final CommitFailures commitFailures;
    private final ListenerReport report;

    TransactionSettlement(
            StoredCursor cursor,
            TransactionOperations transactions,
            CommitFailures commitFailures,
            ListenerReport report) {
        this.cursor = cursor;
        this.transactions = transactions;
        this.commitFailures = commitFailures;
        this.report = report;
    }

    @Override
    public void settle(long upTo, Runnable handler) {
        cursor.move(upTo, () -> {
            Attempt attempt = new Attempt(upTo, handler);
            try {
                transactions.executeWithoutResult(attempt::run);
            } catch (RuntimeException | Error e) {
                attempt.failed(e);
            }
        });
    }

    private final class Attempt implements TransactionSynchronization {

        private final long upTo;
        private final Runnable handler;
        private boolean handled;
        private boolean committed;

        Attempt(long upTo, Runnable handler) {
            this.upTo = upTo;
            this.handler = handler;
        }

        /** Whatever is thrown in here rolls back, whatever the handler's own rollback rules say. */
        void run(TransactionStatus status) {
            TransactionSynchronizationManager.registerSynchronization(this);
            cursor.advance(upTo);
            handler.run();
            handled = true;
        }

        @Override
        public void afterCompletion(int status) {
            committed = status == STATUS_COMMITTED;
        }

        /** A callback after the commit can fail, too; nothing can be undone then. */
        void failed(Throwable failure) {
            Throwable first =
                    failure instanceof TransactionSystemException rollback && rollback.getOriginalException() != null
                            ? rollback.getOriginalException()
                            : failure;
            if (committed) {
                report.failedAfterCommit(upTo, first);
            } else if (handled && !commitFailures.isDatabase(first)) {
                throw new HandlerFailedException(first);
            } else if (first instanceof Error error) {
                throw error;
            } else {
                throw (RuntimeException) first;
            }
        }
    }
}
