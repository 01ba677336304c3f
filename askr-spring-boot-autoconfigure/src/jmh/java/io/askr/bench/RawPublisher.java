package io.askr.bench;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** Inserts an event by plain JDBC: a kept statement on a kept connection, one commit each. */
final class RawPublisher implements AutoCloseable {

    /** With 5 s some of several connections fail at FULL: SQLite's busy handler lets one starve. */
    private static final int PATIENCE_MILLIS = 60_000;

    private final Connection connection;
    private final PreparedStatement insert;

    RawPublisher(String url) throws SQLException {
        this.connection = PlainDatabase.open(url);
        PlainDatabase.execute(connection, "pragma busy_timeout = " + PATIENCE_MILLIS);
        this.insert =
                connection.prepareStatement("insert into askr_events (channel, payload, created_at) values (?, ?, ?)");
    }

    int publish(String channel, byte[] payload) throws SQLException {
        insert.setString(1, channel);
        insert.setBytes(2, payload);
        insert.setLong(3, System.currentTimeMillis() / 1000);
        return insert.executeUpdate();
    }

    @Override
    public void close() throws SQLException {
        insert.close();
        connection.close();
    }
}
