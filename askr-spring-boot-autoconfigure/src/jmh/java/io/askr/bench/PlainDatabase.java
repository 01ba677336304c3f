package io.askr.bench;

import com.zaxxer.hikari.HikariDataSource;
import io.askr.jdbc.Schema;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/** The same file and the same settings, without this library. */
final class PlainDatabase {

    private static final String SETTINGS = "&journal_mode=WAL&busy_timeout=5000&journal_size_limit=67108864";

    private PlainDatabase() {}

    /** With the tables of the contract, so that both sides write the same rows into the same indexes. */
    static void create(Path folder) {
        try (HikariDataSource pool = pool(BenchApp.url(folder))) {
            new Schema().initialize(pool);
        }
    }

    static Connection open(String url) throws SQLException {
        return DriverManager.getConnection(url + SETTINGS);
    }

    static HikariDataSource pool(String url) {
        HikariDataSource pool = new HikariDataSource();
        pool.setJdbcUrl(url + SETTINGS);
        return pool;
    }

    static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
