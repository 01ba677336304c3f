package io.askr.jdbc;

import java.sql.SQLException;
import java.time.Duration;
import java.util.Deque;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.CannotAcquireLockException;

/** Reads outside a transaction: a few kept connections, each read in one short read transaction. */
final class Readers implements AutoCloseable {

    private final ConnectionOpener opener;
    private final Dialect dialect;
    private final Duration timeout;
    private final int most;
    private final Semaphore permits;
    private final Deque<OwnConnection> idle = new ConcurrentLinkedDeque<>();
    private final AtomicLong generation = new AtomicLong();
    private volatile boolean closed;

    Readers(ConnectionOpener opener, Dialect dialect, Duration timeout, int most) {
        this.opener = opener;
        this.dialect = dialect;
        this.timeout = timeout;
        this.most = most;
        this.permits = new Semaphore(most, true);
    }

    <T extends @Nullable Object> T read(Function<Session, T> work) {
        acquire();
        try {
            return onConnection(work);
        } finally {
            permits.release();
        }
    }

    private <T extends @Nullable Object> T onConnection(Function<Session, T> work) {
        long begun = generation.get();
        OwnConnection own = idle.pollFirst();
        if (own == null) {
            own = OwnConnection.open(opener, dialect);
        }
        try {
            return inTransaction(own, work);
        } finally {
            if (own.isBroken() || begun != generation.get()) {
                own.close();
            } else {
                idle.addFirst(own);
            }
            if (closed) {
                closeIdle();
            }
        }
    }

    private static <T extends @Nullable Object> T inTransaction(OwnConnection own, Function<Session, T> work) {
        try {
            own.execute(SqliteDialect.BEGIN_READING);
            T result;
            try {
                result = work.apply(own.session(Runnable::run));
            } catch (RuntimeException | Error ex) {
                own.rollback(ex);
                throw ex;
            }
            own.execute(SqliteDialect.COMMIT);
            return result;
        } catch (SQLException ex) {
            throw own.translated("read", ex);
        }
    }

    /** Closes the connections that are idle now, and those in use when they come back. */
    void reopen() {
        generation.incrementAndGet();
        closeIdle();
    }

    private void acquire() {
        try {
            if (closed) {
                throw new IllegalStateException("the database is closed: the application is shutting down");
            }
            if (!permits.tryAcquire(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new CannotAcquireLockException(
                        "none of " + most + " reader connections came free within " + timeout.toMillis() + " ms");
            }
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            throw new CannotAcquireLockException("interrupted while waiting for a reader connection", ex);
        }
    }

    @Override
    public void close() {
        closed = true;
        closeIdle();
    }

    private void closeIdle() {
        for (OwnConnection own = idle.pollFirst(); own != null; own = idle.pollFirst()) {
            own.close();
        }
    }
}
