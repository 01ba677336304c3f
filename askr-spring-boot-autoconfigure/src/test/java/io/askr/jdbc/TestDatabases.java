package io.askr.jdbc;

import com.zaxxer.hikari.HikariDataSource;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import javax.sql.DataSource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;

/** Real files, pools and managers for the tests of this floor. */
final class TestDatabases {

    private TestDatabases() {}

    static HikariDataSource pool(Path file, int size) {
        HikariDataSource pool = new HikariDataSource();
        pool.setJdbcUrl("jdbc:sqlite:" + file);
        pool.setMaximumPoolSize(size);
        pool.setConnectionTimeout(10_000);
        return pool;
    }

    static HikariDataSource prepared(Path file, int size) {
        HikariDataSource pool = pool(file, size);
        preparation().prepare(pool);
        return pool;
    }

    static DataSourcePreparation preparation() {
        return new DataSourcePreparation(true, true, Duration.ofSeconds(1));
    }

    static AskrDatabase open(DataSource dataSource) {
        new Schema().initialize(dataSource);
        return AskrDatabase.open(dataSource, null, DatabaseSettings.defaults(), InstantSource.system());
    }

    static JdbcTransactionManager transactions(AskrDatabase database) {
        JdbcTransactionManager transactions = new JdbcTransactionManager(database.dataSource());
        transactions.addListener(database.writeLockReservation());
        return transactions;
    }

    static JdbcTemplate jdbc(DataSource dataSource) {
        return new JdbcTemplate(dataSource);
    }

    static Connection foreign(Path file) throws SQLException {
        return DriverManager.getConnection("jdbc:sqlite:" + file + "?busy_timeout=100");
    }
}
