package io.askr.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Opens connections that switch the file to WAL. The switch needs the whole file for a moment and answers BUSY without
 * calling the busy handler, so that of several processes starting at once some would fail.
 */
final class Journaling {

    private static final long PATIENCE = TimeUnit.SECONDS.toNanos(10);

    private Journaling() {}

    static Connection retried(ConnectionOpener opener) throws SQLException {
        long deadline = System.nanoTime() + PATIENCE;
        while (true) {
            try {
                return opener.open();
            } catch (SQLException ex) {
                if (!SqliteExceptionTranslator.isBusy(ex)
                        || System.nanoTime() > deadline
                        || Thread.currentThread().isInterrupted()) {
                    throw ex;
                }
                LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(1_000_000, 20_000_000));
            }
        }
    }
}
