package io.askr.listener;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/** Holds the database's write lock on a connection that this process knows nothing of. */
final class ForeignLock implements AutoCloseable {

    private final Connection connection;

    private ForeignLock(Connection connection) {
        this.connection = connection;
    }

    static ForeignLock on(Path file) throws SQLException {
        Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file + "?busy_timeout=5000");
        try (Statement statement = connection.createStatement()) {
            statement.execute("begin immediate");
        }
        return new ForeignLock(connection);
    }

    boolean isHeld() throws SQLException {
        return !connection.isClosed();
    }

    @Override
    public void close() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("rollback");
        } finally {
            connection.close();
        }
    }
}
