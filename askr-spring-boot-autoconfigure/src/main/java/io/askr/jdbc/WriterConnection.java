package io.askr.jdbc;

import java.sql.SQLException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteConnection;

/**
 * The one connection that writes outside transactions. Waiting for other processes is done here and not in SQLite's busy
 * handler, which would pin a virtual thread. A connection that met an error of the file or the disk is opened anew.
 */
final class WriterConnection implements AutoCloseable {

    private static final long SHORTEST_PAUSE = 50_000;
    private static final long LONGEST_PAUSE = 5_000_000;

    private final ConnectionOpener opener;
    private final Dialect dialect;
    private final ForeignWriters foreign;
    private @Nullable OwnConnection connection;
    private volatile boolean outdated;

    WriterConnection(ConnectionOpener opener, Dialect dialect, ForeignWriters foreign) {
        this.opener = opener;
        this.dialect = dialect;
        this.foreign = foreign;
    }

    /** Begins a transaction that holds the write lock; waits for other processes until the deadline, a nano time. */
    OwnConnection begin(long deadline) throws SQLException {
        OwnConnection own = open();
        retried(own, SqliteDialect.BEGIN_WRITING, deadline);
        return own;
    }

    void commit(OwnConnection own, long deadline) throws SQLException {
        retried(own, SqliteDialect.COMMIT, deadline);
    }

    /** Opens a new connection next time, where this one is of no more use. */
    void discardIfBroken() {
        if (connection != null && connection.isBroken()) {
            close();
        }
    }

    /** Opens a new connection next time; may be called by any thread. */
    void outdated() {
        outdated = true;
    }

    RuntimeException translated(SQLException ex) {
        return OwnConnection.translated(dialect, "write", ex);
    }

    private void retried(OwnConnection own, Sql sql, long deadline) throws SQLException {
        long pause = SHORTEST_PAUSE;
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    own.execute(sql);
                    return;
                } catch (SQLException ex) {
                    long left = deadline - System.nanoTime();
                    if (!SqliteExceptionTranslator.isBusy(ex) || left <= 0) {
                        throw ex;
                    }
                    foreign.seen();
                    interrupted |= Thread.interrupted();
                    LockSupport.parkNanos(
                            Math.min(left, ThreadLocalRandom.current().nextLong(pause / 2, pause + 1)));
                    pause = Math.min(pause * 2, LONGEST_PAUSE);
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private OwnConnection open() throws SQLException {
        if (outdated) {
            outdated = false;
            close();
        }
        OwnConnection own = connection;
        if (own == null) {
            own = OwnConnection.open(opener, dialect);
            connection = own;
            own.connection().unwrap(SQLiteConnection.class).setBusyTimeout(0);
        }
        return own;
    }

    @Override
    public void close() {
        if (connection != null) {
            connection.close();
            connection = null;
        }
    }
}
