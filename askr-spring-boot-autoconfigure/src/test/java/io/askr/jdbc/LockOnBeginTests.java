package io.askr.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.transaction.IllegalTransactionStateException;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

@Timeout(60)
class LockOnBeginTests {

    @TempDir
    private Path folder;

    private Path file;
    private Connection watched;
    private HikariDataSource pool;
    private AskrDatabase database;
    private JdbcTemplate jdbc;
    private JdbcTransactionManager manager;
    private TransactionTemplate transactions;

    @BeforeEach
    void open() {
        file = folder.resolve("app.db");
        start(TestDatabases.prepared(file, 2));
    }

    private void start(HikariDataSource dataSource) {
        pool = dataSource;
        database = TestDatabases.open(pool);
        jdbc = TestDatabases.jdbc(pool);
        jdbc.execute("create table if not exists item (id integer primary key, name text)");
        manager = TestDatabases.transactions(database);
        transactions = new TransactionTemplate(manager);
    }

    private void restart(HikariDataSource dataSource) {
        database.close();
        pool.close();
        start(dataSource);
    }

    @AfterEach
    void nothingIsLeftHeld() throws SQLException {
        assertThat(writesAtOnce()).as("nobody holds SQLite's lock").isTrue();
        database.write(session ->
                session.update(Sql.of("insert into item (name) values ('the queue is free')"), params -> {}));
        assertThat(pool.getHikariPoolMXBean().getActiveConnections()).isZero();
        database.close();
        pool.close();
    }

    @Test
    void aWritingTransactionHoldsTheLockFromItsBeginToItsEnd() {
        transactions.executeWithoutResult(status -> {
            assertThat(writesAtOnce()).isFalse();
            jdbc.update("insert into item (name) values ('a')");
        });
        assertThat(writesAtOnce()).isTrue();
        assertThat(names()).containsExactly("a");
    }

    @Test
    void takingTheLockChangesNothing() {
        long before = dataVersion();
        transactions.executeWithoutResult(status -> jdbc.queryForObject("select count(*) from item", Long.class));
        assertThat(dataVersion()).isEqualTo(before);
    }

    @Test
    void aReadOnlyTransactionTakesNoLock() {
        transactions.setReadOnly(true);
        transactions.executeWithoutResult(status -> {
            jdbc.queryForObject("select count(*) from item", Long.class);
            assertThat(writesAtOnce()).isTrue();
        });
        transactions.setReadOnly(false);
        transactions.executeWithoutResult(status -> assertThat(writesAtOnce()).isFalse());
    }

    @Test
    void readingThenWritingSucceedsHoweverManyCommitInBetween() {
        transactions.executeWithoutResult(status -> {
            jdbc.queryForObject("select count(*) from item", Long.class);
            CompletableFuture<Integer> ours = CompletableFuture.supplyAsync(() -> database.write(
                    session -> session.update(Sql.of("insert into item (name) values ('background')"), params -> {})));
            jdbc.update("insert into item (name) values ('app')");
            assertThat(ours).isNotDone();
        });
        await().untilAsserted(() -> assertThat(names()).containsExactly("app", "background"));
    }

    @Test
    void aRollbackReleasesAndKeepsNothing() {
        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() -> transactions.executeWithoutResult(status -> {
                    jdbc.update("insert into item (name) values ('a')");
                    throw new IllegalStateException("no");
                }));
        assertThat(names()).isEmpty();
    }

    @Test
    void aBeginThatMeetsAForeignLockFailsAndLeavesThePoolClean() throws SQLException {
        restart(busy(TestDatabases.pool(file, 1), 200));
        try (Connection foreign = TestDatabases.foreign(file);
                Statement statement = foreign.createStatement()) {
            statement.execute("begin immediate");
            assertThatExceptionOfType(CannotCreateTransactionException.class)
                    .isThrownBy(() -> transactions.executeWithoutResult(status -> jdbc.update("delete from item")))
                    .withStackTraceContaining("SQLITE_BUSY");
            assertThat(TransactionSynchronizationManager.hasResource(pool)).isFalse();
            try (Connection pooled = pool.getConnection()) {
                assertThat(pooled.getAutoCommit()).isTrue();
            }
            statement.execute("rollback");
        }
        transactions.executeWithoutResult(status -> jdbc.update("insert into item (name) values ('after')"));
        assertThat(names()).containsExactly("after");
    }

    @Test
    void requiresNewInsideAWritingTransactionIsRefusedAtOnceAndTheOuterOneGoesOn() {
        TransactionTemplate inner = new TransactionTemplate(manager);
        inner.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
        transactions.executeWithoutResult(status -> {
            jdbc.update("insert into item (name) values ('outer')");
            assertThatExceptionOfType(IllegalTransactionStateException.class)
                    .isThrownBy(() -> inner.executeWithoutResult(nested -> jdbc.update("delete from item")))
                    .withMessageContaining("wait for itself");
        });
        assertThat(names()).containsExactly("outer");
    }

    @Test
    void requiresNewThatOnlyReadsIsAllowed() {
        TransactionTemplate inner = new TransactionTemplate(manager);
        inner.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
        inner.setReadOnly(true);
        transactions.executeWithoutResult(status -> {
            jdbc.update("insert into item (name) values ('outer')");
            assertThat(inner.<Long>execute(nested -> jdbc.queryForObject("select count(*) from item", Long.class)))
                    .isZero();
        });
        assertThat(names()).containsExactly("outer");
    }

    @Test
    void aCallOutsideFromInsideASuspendedWritingTransactionIsRefusedAtOnce() {
        TransactionTemplate suspended = new TransactionTemplate(manager);
        suspended.setPropagationBehavior(TransactionDefinition.PROPAGATION_NOT_SUPPORTED);
        transactions.executeWithoutResult(status ->
                suspended.executeWithoutResult(none -> assertThatExceptionOfType(IllegalTransactionStateException.class)
                        .isThrownBy(() -> database.write(session ->
                                session.update(Sql.of("insert into item (name) values ('x')"), params -> {})))));
        assertThat(names()).isEmpty();
    }

    @Test
    void nestedRollsBackToItsSavepoint() {
        TransactionTemplate nested = new TransactionTemplate(manager);
        nested.setPropagationBehavior(TransactionDefinition.PROPAGATION_NESTED);
        transactions.executeWithoutResult(status -> {
            jdbc.update("insert into item (name) values ('outer')");
            nested.executeWithoutResult(inner -> {
                jdbc.update("insert into item (name) values ('inner')");
                inner.setRollbackOnly();
            });
            assertThat(writesAtOnce()).isFalse();
        });
        assertThat(names()).containsExactly("outer");
    }

    @Test
    void aConnectionClosedInTheMiddleReleases() throws SQLException {
        try (Connection raw = pool.getConnection()) {
            raw.setAutoCommit(false);
            assertThat(writesAtOnce()).isFalse();
        }
        assertThat(writesAtOnce()).isTrue();
    }

    @Test
    void anEvictedConnectionReleases() throws SQLException {
        Connection raw = pool.getConnection();
        raw.setAutoCommit(false);
        pool.evictConnection(raw);
        await().until(this::writesAtOnce);
    }

    @Test
    void aRawConnectionTakesTheLockForEachOfItsTransactions() throws SQLException {
        try (Connection raw = pool.getConnection()) {
            raw.setAutoCommit(false);
            raw.commit();
            assertThat(writesAtOnce()).isTrue();
            try (Statement statement = raw.createStatement()) {
                assertThat(writesAtOnce()).isTrue();
                statement.executeUpdate("insert into item (name) values ('second')");
                assertThat(writesAtOnce()).isFalse();
            }
            raw.rollback();
            assertThat(writesAtOnce()).isTrue();
        }
        assertThat(names()).isEmpty();
    }

    @Test
    void aPoolThatKeepsItsConnectionsOutOfAutoCommitLocksAtTheFirstStatement() throws SQLException {
        HikariDataSource manual = TestDatabases.pool(file, 2);
        manual.setAutoCommit(false);
        TestDatabases.preparation().prepare(manual);
        restart(manual);
        assertThat(writesAtOnce()).as("open connections hold nothing").isTrue();
        transactions.executeWithoutResult(status -> {
            jdbc.queryForObject("select count(*) from item", Long.class);
            assertThat(writesAtOnce()).isFalse();
            jdbc.update("insert into item (name) values ('a')");
        });
        assertThat(writesAtOnce()).isTrue();
        jdbc.getDataSource().getConnection().close();
        transactions.executeWithoutResult(status -> jdbc.update("insert into item (name) values ('b')"));
        try (Connection foreign = TestDatabases.foreign(file)) {
            assertThat(new JdbcTemplate(new SingleConnectionDataSource(foreign, true))
                            .queryForList("select name from item", String.class))
                    .containsExactly("a", "b");
        }
    }

    @Test
    void theCompletionPhaseTakesNoLockSoThatACallOutsideGoesThrough() {
        transactions.executeWithoutResult(status -> {
            jdbc.update("insert into item (name) values ('a')");
            TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
                @Override
                public void afterCompletion(int outcome) {
                    jdbc.queryForObject("select count(*) from item", Long.class);
                    database.write(session -> session.update(
                            Sql.of("insert into item (name) values ('from the callback')"), params -> {}));
                }
            });
        });
        assertThat(names()).containsExactly("a", "from the callback");
    }

    @Test
    void waitersForTheLockDoNotUseThePoolUp() {
        restart(TestDatabases.prepared(file, 2));
        transactions.executeWithoutResult(status -> {
            for (int i = 0; i < 6; i++) {
                CompletableFuture.runAsync(
                        () -> transactions.executeWithoutResult(
                                inner -> jdbc.update("insert into item default values")),
                        task -> {
                            Thread thread = new Thread(task);
                            thread.setDaemon(true);
                            thread.start();
                        });
            }
            assertThat(CompletableFuture.supplyAsync(() -> jdbc.queryForObject("select count(*) from item", Long.class))
                            .orTimeout(5, TimeUnit.SECONDS)
                            .join())
                    .isZero();
        });
        await().until(() -> names().size() == 6);
    }

    private static HikariDataSource busy(HikariDataSource dataSource, int timeout) {
        dataSource.addDataSourceProperty("busy_timeout", String.valueOf(timeout));
        TestDatabases.preparation().prepare(dataSource);
        return dataSource;
    }

    private List<String> names() {
        return jdbc.queryForList("select name from item order by id", String.class);
    }

    private boolean writesAtOnce() {
        try (Connection foreign = TestDatabases.foreign(file);
                Statement statement = foreign.createStatement()) {
            statement.execute("pragma busy_timeout = 0");
            statement.execute("begin immediate");
            statement.execute("rollback");
            return true;
        } catch (SQLException ex) {
            assertThat(ex.getMessage()).contains("SQLITE_BUSY");
            return false;
        }
    }

    private long dataVersion() {
        try {
            if (watched == null) {
                watched = TestDatabases.foreign(file);
            }
            try (Statement statement = watched.createStatement();
                    ResultSet row = statement.executeQuery("pragma data_version")) {
                row.next();
                return row.getLong(1);
            }
        } catch (SQLException ex) {
            throw new IllegalStateException(ex);
        }
    }
}
