package io.askr.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.dao.CannotAcquireLockException;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.NonTransientDataAccessResourceException;
import org.springframework.dao.PermissionDeniedDataAccessException;
import org.springframework.dao.TransientDataAccessResourceException;
import org.springframework.jdbc.BadSqlGrammarException;

/** Each error is a real one of the driver's. */
class SqliteExceptionTranslatorTests {

    @TempDir
    private Path folder;

    @Test
    void busy() throws SQLException {
        try (Connection holder = open("");
                Connection other = open("?busy_timeout=1")) {
            execute(holder, "create table t (id integer primary key, name text not null unique)");
            execute(holder, "begin immediate");
            assertThat(error(other, "begin immediate")).isExactlyInstanceOf(CannotAcquireLockException.class);
        }
    }

    @Test
    void aStaleSnapshot() throws SQLException {
        try (Connection reader = open("?journal_mode=WAL");
                Connection writer = open("?journal_mode=WAL")) {
            execute(writer, "create table t (id integer primary key)");
            execute(reader, "begin");
            execute(reader, "select * from t");
            execute(writer, "insert into t values (1)");
            assertThat(error(reader, "insert into t values (2)"))
                    .isExactlyInstanceOf(CannotAcquireLockException.class)
                    .hasMessageContaining("SNAPSHOT");
        }
    }

    @Test
    void constraints() throws SQLException {
        try (Connection connection = open("")) {
            execute(
                    connection,
                    "create table t (id integer primary key, name text not null unique, n integer check (n > 0))");
            execute(connection, "insert into t values (1, 'a', 1)");
            assertThat(error(connection, "insert into t values (1, 'b', 1)")).isInstanceOf(DuplicateKeyException.class);
            assertThat(error(connection, "insert into t values (2, 'a', 1)")).isInstanceOf(DuplicateKeyException.class);
            assertThat(error(connection, "insert into t values (3, null, 1)"))
                    .isExactlyInstanceOf(DataIntegrityViolationException.class);
            assertThat(error(connection, "insert into t values (4, 'd', 0)"))
                    .isExactlyInstanceOf(DataIntegrityViolationException.class);
        }
    }

    @Test
    void fullReadOnlyAndCorrupt() throws Exception {
        try (Connection connection = open("")) {
            execute(connection, "create table t (id integer primary key, name blob)");
            execute(connection, "pragma max_page_count = 2");
            assertThat(error(connection, "insert into t values (1, zeroblob(100000))"))
                    .isExactlyInstanceOf(TransientDataAccessResourceException.class)
                    .hasMessageContaining("disk is full");
        }
        try (Connection connection = open("?open_mode=1")) {
            assertThat(error(connection, "insert into t values (1, null)"))
                    .isExactlyInstanceOf(PermissionDeniedDataAccessException.class);
        }
        Files.writeString(folder.resolve("noise.db"), "this is no database, ".repeat(200));
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("noise.db"))) {
            assertThat(error(connection, "select * from t"))
                    .isExactlyInstanceOf(NonTransientDataAccessResourceException.class)
                    .hasMessageContaining("restore it");
        }
    }

    @Test
    void aFileThatCannotBeOpened() {
        assertThat(translated(org.assertj.core.api.Assertions.catchThrowableOfType(
                        SQLException.class,
                        () -> DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("no/such/folder.db")))))
                .isExactlyInstanceOf(DataAccessResourceFailureException.class);
    }

    @Test
    void badSqlNamesTheStatement() throws SQLException {
        try (Connection connection = open("")) {
            assertThat(error(connection, "select * from nowhere"))
                    .isInstanceOf(BadSqlGrammarException.class)
                    .hasMessageContaining("select * from nowhere");
        }
    }

    private Connection open(String parameters) throws SQLException {
        return DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("app.db") + parameters);
    }

    private static DataAccessException error(Connection connection, String sql) {
        try {
            execute(connection, sql);
            throw new AssertionError("expected an error from: " + sql);
        } catch (SQLException ex) {
            return new SqliteExceptionTranslator().translate("test", sql, ex);
        }
    }

    private static DataAccessException translated(SQLException ex) {
        return new SqliteExceptionTranslator().translate("test", null, ex);
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        Statement statement = connection.createStatement();
        statement.execute(sql);
        if (!sql.startsWith("select")) {
            statement.close();
        }
    }
}
