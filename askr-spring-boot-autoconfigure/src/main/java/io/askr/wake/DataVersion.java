package io.askr.wake;

import io.askr.jdbc.ConnectionOpener;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.OptionalLong;

/**
 * {@code pragma data_version} on a connection that never writes: it moves with every commit of any other connection, of
 * this process or another. The statement is kept; each result is closed, as the number stands still inside an open read.
 */
final class DataVersion implements AutoCloseable {

    private static final int BUSY = 5;
    private static final int LOCKED = 6;
    private static final int PRIMARY_CODE = 0xff;

    private final Connection connection;
    private final PreparedStatement look;

    private DataVersion(Connection connection, PreparedStatement look) {
        this.connection = connection;
        this.look = look;
    }

    static DataVersion open(ConnectionOpener opener) throws SQLException {
        Connection connection = opener.open();
        try {
            connection.setAutoCommit(true);
            try (Statement statement = connection.createStatement()) {
                statement.execute("pragma busy_timeout = 0");
                statement.execute("pragma query_only = on");
            }
            return new DataVersion(connection, connection.prepareStatement("pragma data_version"));
        } catch (SQLException | RuntimeException failure) {
            try {
                connection.close();
            } catch (SQLException alsoFailed) {
                failure.addSuppressed(alsoFailed);
            }
            throw failure;
        }
    }

    /** The number; empty where a writer holds the file just now, which says nothing about its commits. */
    OptionalLong look() throws SQLException {
        try (ResultSet row = look.executeQuery()) {
            return row.next() ? OptionalLong.of(row.getLong(1)) : OptionalLong.empty();
        } catch (SQLException failure) {
            int code = failure.getErrorCode() & PRIMARY_CODE;
            if (code == BUSY || code == LOCKED) {
                return OptionalLong.empty();
            }
            throw failure;
        }
    }

    @Override
    public void close() throws SQLException {
        try (connection) {
            look.close();
        }
    }
}
