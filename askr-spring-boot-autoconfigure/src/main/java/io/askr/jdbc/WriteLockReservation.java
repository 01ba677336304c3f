package io.askr.jdbc;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.transaction.TransactionExecution;
import org.springframework.transaction.TransactionExecutionListener;

/**
 * Lets a writing transaction wait for the write lock before it takes a pooled connection: waiters would use the pool up. It
 * only waits; the lock itself is taken on the connection. Tells too when nothing can join a transaction any more.
 */
final class WriteLockReservation implements TransactionExecutionListener {

    private final WriteLock lock;
    private final Duration timeout;

    WriteLockReservation(WriteLock lock, Duration timeout) {
        this.lock = lock;
        this.timeout = timeout;
    }

    @Override
    public void beforeBegin(TransactionExecution transaction) {
        if (transaction.isNewTransaction() && !transaction.isReadOnly()) {
            try {
                lock.reserve(timeout);
            } catch (WriteLockTimeoutException ex) {
                throw new CannotCreateTransactionException("could not begin: " + ex.getMessage(), ex);
            }
        }
    }

    @Override
    public void afterBegin(TransactionExecution transaction, @Nullable Throwable beginFailure) {
        lock.cancelReservation();
    }

    @Override
    public void beforeCommit(TransactionExecution transaction) {
        if (transaction.isNewTransaction()) {
            Committing.mark();
        }
    }
}
