package io.askr.bench;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * What one writes by hand: a thread that looks at {@code pragma data_version} each millisecond, on a connection of its own
 * with kept statements, and reads the new rows of its channel when it has moved.
 */
final class Poller implements AutoCloseable, Runnable {

    private static final long INTERVAL = TimeUnit.MILLISECONDS.toNanos(1);

    private final Connection connection;
    private final PreparedStatement version;
    private final PreparedStatement rows;
    private final Consumer<byte[]> handler;
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private volatile boolean stopped;
    private long after;

    Poller(String url, String channel, Consumer<byte[]> handler) throws SQLException {
        this.connection = PlainDatabase.open(url);
        this.version = connection.prepareStatement("pragma data_version");
        this.rows = connection.prepareStatement(
                "select seq, payload from askr_events where channel = ? and seq > ? order by seq");
        this.handler = handler;
        rows.setString(1, channel);
    }

    Poller start() {
        Thread thread = new Thread(this, "poller");
        thread.setDaemon(true);
        thread.start();
        return this;
    }

    @Override
    public void run() {
        try {
            long seen = -1;
            while (!stopped) {
                long now = dataVersion();
                if (now != seen) {
                    seen = now;
                    read();
                }
                LockSupport.parkNanos(INTERVAL);
            }
            ended.complete(null);
        } catch (SQLException e) {
            ended.completeExceptionally(e);
        }
    }

    private long dataVersion() throws SQLException {
        try (ResultSet result = version.executeQuery()) {
            result.next();
            return result.getLong(1);
        }
    }

    private void read() throws SQLException {
        rows.setLong(2, after);
        try (ResultSet result = rows.executeQuery()) {
            while (result.next()) {
                after = result.getLong(1);
                handler.accept(result.getBytes(2));
            }
        }
    }

    @Override
    public void close() throws SQLException {
        stopped = true;
        ended.join();
        version.close();
        rows.close();
        connection.close();
    }
}
