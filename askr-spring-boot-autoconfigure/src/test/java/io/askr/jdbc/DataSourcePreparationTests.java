package io.askr.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.datasource.LazyConnectionDataSourceProxy;
import org.springframework.jdbc.datasource.SimpleDriverDataSource;
import org.sqlite.JDBC;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteDataSource;

class DataSourcePreparationTests {

    @TempDir
    private Path folder;

    private final DataSourcePreparation preparation = TestDatabases.preparation();

    @Test
    void aPoolStaysTheSameObjectAndGetsSoundSettings() throws SQLException {
        try (HikariDataSource pool = TestDatabases.pool(file(), 1)) {
            assertThat(preparation.prepare(pool)).isSameAs(pool);
            assertSound(pool);
            assertLocks(pool);
        }
    }

    @Test
    void whatTheApplicationHasSetStays() throws SQLException {
        try (HikariDataSource pool = new HikariDataSource()) {
            pool.setJdbcUrl("jdbc:sqlite:" + file() + "?journal_mode=DELETE");
            pool.addDataSourceProperty("synchronous", "FULL");
            pool.setConnectionInitSql("pragma busy_timeout = 1234");
            preparation.prepare(pool);
            assertThat(ask(pool, "journal_mode")).isEqualTo("delete");
            assertThat(ask(pool, "synchronous")).isEqualTo("2");
            assertThat(ask(pool, "busy_timeout")).isEqualTo("1234");
            assertThat(ask(pool, "journal_size_limit")).isEqualTo("67108864");
            assertOursAreAlike(pool);
        }
    }

    @Test
    void aPoolThatHasStartedGetsAProxyOfItsClass() throws SQLException {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl("jdbc:sqlite:" + file());
        try (HikariDataSource pool = new HikariDataSource(config)) {
            DataSource prepared = preparation.prepare(pool);
            assertThat(prepared).isInstanceOf(HikariDataSource.class).isNotSameAs(pool);
            assertSound(prepared);
            assertLocks(prepared);
            assertOursAreAlike(prepared);
            assertThat(preparation.prepare(prepared)).isSameAs(prepared);
        }
    }

    @Test
    void aPoolOverADataSourceClassIsPreparedToo() throws SQLException {
        try (HikariDataSource pool = new HikariDataSource()) {
            pool.setDataSourceClassName("org.sqlite.SQLiteDataSource");
            pool.addDataSourceProperty("url", "jdbc:sqlite:" + file());
            preparation.prepare(pool);
            assertLocks(pool);
            assertSound(pool);
            assertOursAreAlike(pool);
        }
    }

    @Test
    void aPoolOverASqliteDataSourceIsPreparedToo() throws SQLException {
        SQLiteDataSource below = new SQLiteDataSource();
        below.setUrl("jdbc:sqlite:" + file());
        try (HikariDataSource pool = new HikariDataSource()) {
            pool.setDataSource(below);
            preparation.prepare(pool);
            assertLocks(pool);
            assertSound(pool);
            assertOursAreAlike(pool);
        }
    }

    @Test
    void aPoolBehindALazyProxyIsPrepared() throws SQLException {
        try (HikariDataSource pool = TestDatabases.pool(file(), 1)) {
            LazyConnectionDataSourceProxy lazy = new LazyConnectionDataSourceProxy(pool);
            assertThat(preparation.prepare(lazy)).isSameAs(lazy);
            assertSound(pool);
            assertLocks(pool);
            assertOursAreAlike(lazy);
        }
    }

    @Test
    void plainDataSourcesGetAProxyOfTheirClass() throws SQLException {
        SQLiteDataSource sqlite = new SQLiteDataSource();
        sqlite.setUrl("jdbc:sqlite:" + file());
        SQLiteConfig config = new SQLiteConfig();
        config.setBusyTimeout(777);
        sqlite.setConfig(config);
        sqlite.setUrl("jdbc:sqlite:" + file());
        DataSource prepared = preparation.prepare(sqlite);
        assertThat(prepared).isInstanceOf(SQLiteDataSource.class);
        assertThat(ask(prepared, "busy_timeout")).isEqualTo("777");
        assertThat(ask(prepared, "journal_mode")).isEqualTo("wal");
        assertLocks(prepared);
        assertOursAreAlike(prepared);

        for (DataSource plain : new DataSource[] {
            new DriverManagerDataSource("jdbc:sqlite:" + folder.resolve("b.db")),
            new SimpleDriverDataSource(new JDBC(), "jdbc:sqlite:" + folder.resolve("c.db"))
        }) {
            DataSource wrapped = preparation.prepare(plain);
            assertThat(wrapped).isInstanceOf(plain.getClass());
            assertSound(wrapped);
            assertLocks(wrapped);
            assertOursAreAlike(wrapped);
        }
    }

    @Test
    void anotherDatabasesPoolIsLeftAlone() {
        try (HikariDataSource pool = new HikariDataSource()) {
            pool.setJdbcUrl("jdbc:postgresql://localhost/none");
            assertThat(preparation.prepare(pool)).isSameAs(pool);
            assertThat(pool.getDataSource()).isNull();
        }
    }

    @Test
    void theMissingFolderOfAFileIsCreated() throws SQLException {
        Path deep = folder.resolve("not/there/app.db");
        try (HikariDataSource pool = TestDatabases.prepared(deep, 1)) {
            assertSound(pool);
            assertThat(Files.exists(deep)).isTrue();
        }
    }

    @Test
    void lockOnBeginCanBeSwitchedOff() throws SQLException {
        try (HikariDataSource pool = TestDatabases.pool(file(), 1)) {
            new DataSourcePreparation(false, true, Duration.ofSeconds(1)).prepare(pool);
            assertThat(ask(pool, "journal_mode")).isEqualTo("wal");
            new Schema().initialize(pool);
            try (Connection connection = pool.getConnection()) {
                connection.setAutoCommit(false);
                assertThat(foreignWrites()).isTrue();
            }
        }
    }

    @Test
    void defaultsCanBeSwitchedOff() throws SQLException {
        try (HikariDataSource pool = TestDatabases.pool(file(), 1)) {
            new DataSourcePreparation(true, false, Duration.ofSeconds(1)).prepare(pool);
            assertThat(ask(pool, "journal_mode")).isEqualTo("delete");
            assertLocks(pool);
        }
    }

    private Path file() {
        return folder.resolve("app.db");
    }

    private static void assertSound(DataSource dataSource) throws SQLException {
        assertThat(ask(dataSource, "journal_mode")).isEqualTo("wal");
        assertThat(ask(dataSource, "synchronous")).isEqualTo("1");
        assertThat(ask(dataSource, "busy_timeout")).isEqualTo("5000");
        assertThat(ask(dataSource, "journal_size_limit")).isEqualTo("67108864");
    }

    private static void assertOursAreAlike(DataSource dataSource) throws SQLException {
        try (AskrDatabase database = TestDatabases.open(dataSource);
                Connection own = database.connections().open()) {
            for (String pragma : new String[] {"journal_mode", "synchronous", "busy_timeout", "foreign_keys"}) {
                assertThat(ask(own, pragma)).as(pragma).isEqualTo(ask(dataSource, pragma));
            }
            assertThat(own.getAutoCommit()).isTrue();
        }
    }

    private void assertLocks(DataSource dataSource) throws SQLException {
        new Schema().initialize(dataSource);
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            String file = statement
                    .executeQuery("select file from pragma_database_list")
                    .getString(1);
            connection.setAutoCommit(false);
            try (Connection foreign = TestDatabases.foreign(Path.of(file));
                    Statement other = foreign.createStatement()) {
                other.execute("pragma busy_timeout = 0");
                assertThat(org.assertj.core.api.Assertions.catchThrowable(() -> other.execute("begin immediate")))
                        .hasMessageContaining("SQLITE_BUSY");
            }
            connection.rollback();
            connection.setAutoCommit(true);
        }
    }

    private boolean foreignWrites() throws SQLException {
        try (Connection foreign = TestDatabases.foreign(file());
                Statement other = foreign.createStatement()) {
            other.execute("begin immediate");
            other.execute("rollback");
            return true;
        }
    }

    private static String ask(DataSource dataSource, String pragma) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            return ask(connection, pragma);
        }
    }

    private static String ask(Connection connection, String pragma) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            return statement.executeQuery("pragma " + pragma).getString(1);
        }
    }
}
