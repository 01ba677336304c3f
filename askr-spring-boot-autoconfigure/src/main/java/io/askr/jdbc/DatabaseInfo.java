package io.askr.jdbc;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Optional;
import org.sqlite.SQLiteConnection;

/**
 * What a connection of the application's pool says of its database.
 *
 * @param product the database's name
 * @param version its version
 * @param file its file; empty where it is in memory
 * @param journalMode for example {@code wal}
 * @param synchronous for example {@code NORMAL}
 * @param busyTimeout how long a statement waits for a lock
 * @since 0.1.0
 */
public record DatabaseInfo(
        String product,
        String version,
        Optional<Path> file,
        String journalMode,
        String synchronous,
        Duration busyTimeout) {

    /**
     * Whether this SQLite can lose committed data in WAL mode when two connections write or checkpoint at the same moment.
     *
     * @return true for 3.7.0 to 3.51.2, but for 3.50.7 and 3.44.6 and their later patches
     * @see <a href="https://www.sqlite.org/wal.html">the WAL-reset bug, in Write-Ahead Logging</a>
     */
    public boolean canLoseCommits() {
        return journalMode.equalsIgnoreCase("wal")
                && SqliteVersion.parse(version).canLoseCommits();
    }

    static DatabaseInfo read(Connection connection) throws SQLException {
        DatabaseMetaData metaData = connection.getMetaData();
        String product = metaData.getDatabaseProductName();
        if (!product.equalsIgnoreCase("SQLite")) {
            throw new UnsupportedDatabaseException(product, metaData.getURL());
        }
        return new DatabaseInfo(
                "SQLite",
                ask(connection, "select sqlite_version()"),
                DatabaseFile.of(connection),
                ask(connection, "pragma journal_mode"),
                synchronous(ask(connection, "pragma synchronous")),
                Duration.ofMillis(connection.unwrap(SQLiteConnection.class).getBusyTimeout()));
    }

    private static String synchronous(String number) {
        return switch (number) {
            case "0" -> "OFF";
            case "1" -> "NORMAL";
            case "2" -> "FULL";
            case "3" -> "EXTRA";
            default -> number;
        };
    }

    private static String ask(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            return row.next() ? String.valueOf(row.getString(1)) : "";
        }
    }
}
