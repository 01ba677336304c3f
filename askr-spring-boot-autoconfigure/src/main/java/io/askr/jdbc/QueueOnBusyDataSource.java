package io.askr.jdbc;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;
import org.sqlite.BusyHandler;
import org.sqlite.SQLiteConnection;

/**
 * With lock-on-begin off: connections whose statements, when they meet BUSY, stand in the {@link WriteLock}'s queue once
 * before they try again. SQLite's own busy handler sleeps and is overtaken; beside busy writers it waits for hundreds of
 * milliseconds.
 */
final class QueueOnBusyDataSource extends WaitingDataSource {

    QueueOnBusyDataSource(DataSource target) {
        super(target);
    }

    @Override
    Connection waiting(Connection connection) throws SQLException {
        SQLiteConnection physical = connection.unwrap(SQLiteConnection.class);
        Duration timeout = Duration.ofMillis(physical.getBusyTimeout());
        Optional<Path> file = DatabaseFile.of(connection);
        if (!timeout.isZero() && file.isPresent()) {
            BusyHandler.setHandler(physical, new Turn(WriteLock.of(file.get()), timeout));
        }
        return connection;
    }

    private static final class Turn extends BusyHandler {

        private static final int TRY_AGAIN = 1;
        private static final int GIVE_UP = 0;
        private static final long PAUSE = 200_000;

        private final WriteLock lock;
        private final Duration timeout;
        private long deadline;

        private Turn(WriteLock lock, Duration timeout) {
            this.lock = lock;
            this.timeout = timeout;
        }

        @Override
        protected int callback(int calls) {
            long now = System.nanoTime();
            if (calls == 0) {
                deadline = now + timeout.toNanos();
            } else {
                LockSupport.parkNanos(PAUSE);
            }
            if (now >= deadline || Thread.currentThread().isInterrupted()) {
                return GIVE_UP;
            }
            try {
                lock.acquireWithConnection(Duration.ofNanos(deadline - now)).close();
                return TRY_AGAIN;
            } catch (WriteLockTimeoutException ex) {
                return GIVE_UP;
            }
        }
    }
}
