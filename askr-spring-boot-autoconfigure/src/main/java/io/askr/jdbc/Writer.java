package io.askr.jdbc;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessResourceFailureException;
import org.sqlite.SQLiteConnection;

/**
 * Writes outside a transaction: one kept connection behind the {@link WriteLock}, a commit for each call. Waiting for other
 * processes is done here and not in SQLite's busy handler, which would pin a virtual thread.
 */
final class Writer implements AutoCloseable {

    private static final long LONGEST_PAUSE = 5_000_000;

    private final ConnectionOpener opener;
    private final Dialect dialect;
    private final WriteLock lock;
    private final Duration timeout;
    private @Nullable OwnConnection connection;
    private boolean closed;

    Writer(ConnectionOpener opener, Dialect dialect, WriteLock lock, Duration timeout) {
        this.opener = opener;
        this.dialect = dialect;
        this.lock = lock;
        this.timeout = timeout;
    }

    <T extends @Nullable Object> T write(Function<Session, T> work) {
        long deadline = System.nanoTime() + timeout.toNanos();
        List<Runnable> hints = new ArrayList<>();
        T result;
        WriteLock.Place place = lock.acquireWithConnection(timeout);
        try {
            result = commit(work, hints, deadline);
        } finally {
            place.close();
        }
        hints.forEach(Runnable::run);
        return result;
    }

    private <T extends @Nullable Object> T commit(Function<Session, T> work, List<Runnable> hints, long deadline) {
        OwnConnection own = connection();
        try {
            retried(own, SqliteDialect.BEGIN_WRITING, deadline);
            T result = run(own, work, hints);
            commit(own, deadline);
            return result;
        } catch (SQLException ex) {
            throw own.translated("write", ex);
        } finally {
            if (own.isBroken()) {
                discard();
            }
        }
    }

    private static <T extends @Nullable Object> T run(
            OwnConnection own, Function<Session, T> work, List<Runnable> hints) {
        try {
            return work.apply(own.session(hints::add));
        } catch (RuntimeException | Error ex) {
            own.rollback(ex);
            throw ex;
        }
    }

    private static void commit(OwnConnection own, long deadline) throws SQLException {
        try {
            retried(own, SqliteDialect.COMMIT, deadline);
        } catch (SQLException ex) {
            own.rollback(ex);
            if (SqliteExceptionTranslator.primary(SqliteExceptionTranslator.code(ex))
                    == org.sqlite.SQLiteErrorCode.SQLITE_IOERR) {
                throw new DataAccessResourceFailureException(
                        "the commit met an I/O error; whether the data is stored is unknown: look before you write again",
                        ex);
            }
            throw ex;
        }
    }

    private static void retried(OwnConnection own, Sql sql, long deadline) throws SQLException {
        long pause = 50_000;
        while (true) {
            try {
                own.execute(sql);
                return;
            } catch (SQLException ex) {
                long left = deadline - System.nanoTime();
                if (!SqliteExceptionTranslator.isBusy(ex)) {
                    throw ex;
                }
                if (left <= 0 || Thread.currentThread().isInterrupted()) {
                    throw ex;
                }
                LockSupport.parkNanos(Math.min(left, ThreadLocalRandom.current().nextLong(pause / 2, pause + 1)));
                pause = Math.min(pause * 2, LONGEST_PAUSE);
            }
        }
    }

    private OwnConnection connection() {
        if (closed) {
            throw new IllegalStateException("the database is closed: the application is shutting down");
        }
        OwnConnection own = connection;
        if (own == null) {
            own = OwnConnection.open(opener, dialect);
            try {
                own.connection().unwrap(SQLiteConnection.class).setBusyTimeout(0);
            } catch (SQLException ex) {
                own.close();
                throw own.translated("prepare the writer's connection", ex);
            }
            connection = own;
        }
        return own;
    }

    private void discard() {
        if (connection != null) {
            connection.close();
            connection = null;
        }
    }

    @Override
    public void close() {
        WriteLock.Place place = lock.acquireWithConnection(timeout);
        try {
            closed = true;
            discard();
        } finally {
            place.close();
        }
    }
}
