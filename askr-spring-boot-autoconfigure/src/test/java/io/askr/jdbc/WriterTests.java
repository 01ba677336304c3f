package io.askr.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.dao.CannotAcquireLockException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.TransientDataAccessResourceException;
import org.springframework.jdbc.BadSqlGrammarException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.support.TransactionTemplate;

@Timeout(60)
class WriterTests {

    private static final Sql INSERT = Sql.of("insert into item (id, name) values (:id, :name)");

    @TempDir
    private Path folder;

    private Path file;
    private HikariDataSource pool;
    private AskrDatabase database;
    private JdbcTemplate jdbc;

    @BeforeEach
    void open() {
        file = folder.resolve("app.db");
        pool = TestDatabases.prepared(file, 2);
        new Schema().initialize(pool);
        database = AskrDatabase.open(pool, null, new DatabaseSettings(Duration.ofMillis(700)), InstantSource.system());
        jdbc = TestDatabases.jdbc(pool);
        jdbc.execute("create table item (id integer primary key, name text not null)");
    }

    @AfterEach
    void close() {
        database.write(session -> insert(session, 1_000, "usable to the end"));
        database.close();
        pool.close();
    }

    @Test
    void isDurableAndVisibleWhenItReturns() throws SQLException {
        database.write(session -> insert(session, 1, "a"));
        try (Connection foreign = TestDatabases.foreign(file);
                Statement statement = foreign.createStatement()) {
            assertThat(statement
                            .executeQuery("select name from item where id = 1")
                            .getString(1))
                    .isEqualTo("a");
        }
    }

    @Test
    void whatThrowsIsUndoneAsAWhole() {
        assertThatIllegalStateException()
                .isThrownBy(() -> database.write(session -> {
                    insert(session, 1, "a");
                    throw new IllegalStateException("no");
                }))
                .withMessage("no");
        assertThat(count()).isZero();
    }

    @Test
    void errorsKeepTheirKind() {
        database.write(session -> insert(session, 1, "a"));
        assertThatExceptionOfType(DuplicateKeyException.class)
                .isThrownBy(() -> database.write(session -> insert(session, 1, "b")));
        assertThatExceptionOfType(DataIntegrityViolationException.class)
                .isThrownBy(() -> database.write(session -> insert(session, 2, null)));
        assertThatExceptionOfType(BadSqlGrammarException.class)
                .isThrownBy(() ->
                        database.write(session -> session.update(Sql.of("insert into nowhere values (1)"), p -> {})))
                .withStackTraceContaining("nowhere");
        assertThat(count()).isEqualTo(1);
    }

    @Test
    void aTransactionThatATriggerRollsBackReportsTheTriggersError() {
        jdbc.execute(
                "create trigger refuse before insert on item when new.id = 7 begin select raise(rollback, 'not seven'); end");
        assertThatThrownBy(() -> database.write(session -> {
                    insert(session, 6, "a");
                    return insert(session, 7, "b");
                }))
                .hasMessageContaining("not seven");
        assertThat(count()).isZero();
    }

    @Test
    void aFullDiskIsReportedAsSuchAndRecoversByItself() {
        int pages = jdbc.queryForObject("pragma page_count", Integer.class);
        byte[] large = new byte[200_000];
        Sql blob = Sql.of("insert into item (id, name) values (:id, :blob)");
        database.write(session ->
                session.query(Sql.of("pragma max_page_count = " + (pages + 2)), p -> {}, row -> row.getLong(1)));
        assertThatExceptionOfType(TransientDataAccessResourceException.class)
                .isThrownBy(() -> database.write(session ->
                        session.update(blob, params -> params.number("id", 1L).bytes("blob", large))))
                .withMessageContaining("disk is full");
        assertThat(count()).isZero();
        database.write(session ->
                session.update(blob, params -> params.number("id", 1L).bytes("blob", large)));
        assertThat(count()).isEqualTo(1);
    }

    @Test
    void aForeignLockIsWaitedForUntilTheTimeout() throws Exception {
        try (Connection foreign = TestDatabases.foreign(file);
                Statement statement = foreign.createStatement()) {
            statement.execute("begin immediate");
            assertThatExceptionOfType(CannotAcquireLockException.class)
                    .isThrownBy(() -> database.write(session -> insert(session, 1, "a")))
                    .withMessageContaining("SQLITE_BUSY");
            CompletableFuture<Integer> waiting =
                    CompletableFuture.supplyAsync(() -> database.write(session -> insert(session, 2, "b")));
            statement.execute("rollback");
            assertThat(waiting.get()).isEqualTo(1);
        }
        assertThat(count()).isEqualTo(1);
    }

    @Test
    void hintsRunAfterTheCommitAndNotAfterARollback() {
        List<Long> seen = Collections.synchronizedList(new ArrayList<>());
        database.write(session -> {
            session.afterCommit(() -> seen.add(count()));
            return insert(session, 1, "a");
        });
        assertThatIllegalStateException()
                .isThrownBy(() -> database.write(session -> {
                    session.afterCommit(() -> seen.add(-1L));
                    throw new IllegalStateException("no");
                }));
        TransactionTemplate transactions = new TransactionTemplate(TestDatabases.transactions(database));
        transactions.executeWithoutResult(status -> {
            database.write(session -> {
                session.afterCommit(() -> seen.add(-2L));
                return insert(session, 2, "b");
            });
            status.setRollbackOnly();
        });
        transactions.executeWithoutResult(status -> {
            database.write(session -> {
                session.afterCommit(() -> seen.add(99L));
                return insert(session, 3, "c");
            });
            assertThat(seen).containsExactly(1L);
        });
        assertThat(seen).containsExactly(1L, 99L);
    }

    @Test
    void anAsynchronousWriteCompletesWhenItIsCommitted() {
        assertThat(database.writeAsync(session -> insert(session, 1, "a"))
                        .thenApply(changed -> count())
                        .join())
                .isEqualTo(1);
        assertThatThrownBy(() ->
                        database.writeAsync(session -> insert(session, 1, "a")).join())
                .hasCauseInstanceOf(DuplicateKeyException.class);
    }

    @Test
    void anAsynchronousWriteInsideATransactionIsRefused() {
        new TransactionTemplate(TestDatabases.transactions(database))
                .executeWithoutResult(status -> assertThatIllegalStateException()
                        .isThrownBy(() -> database.writeAsync(session -> insert(session, 1, "a")))
                        .withMessageContaining("outside the transaction"));
    }

    @Test
    void aWriteInAReadOnlyTransactionIsRefused() {
        TransactionTemplate readOnly = new TransactionTemplate(TestDatabases.transactions(database));
        readOnly.setReadOnly(true);
        readOnly.executeWithoutResult(status -> assertThatIllegalStateException()
                .isThrownBy(() -> database.write(session -> insert(session, 1, "a")))
                .withMessageContaining("read-only"));
        assertThat(count()).isZero();
    }

    @Test
    void aWriteAfterCloseSaysThatTheApplicationIsShuttingDown() {
        AskrDatabase closed = TestDatabases.open(pool);
        closed.close();
        assertThatIllegalStateException()
                .isThrownBy(() -> closed.write(session -> insert(session, 1, "a")))
                .withMessageContaining("shutting down");
        assertThatIllegalStateException()
                .isThrownBy(() -> closed.read(session -> 1))
                .withMessageContaining("shutting down");
    }

    @Test
    void aReadSeesOneState() {
        database.write(session -> insert(session, 1, "a"));
        Sql count = Sql.of("select count(*) from item");
        long[] seen = database.read(session -> {
            long before = session.first(count, p -> {}, row -> row.getLong(1)).orElseThrow();
            CompletableFuture.runAsync(() -> database.write(inner -> insert(inner, 2, "b")))
                    .join();
            long after = session.first(count, p -> {}, row -> row.getLong(1)).orElseThrow();
            return new long[] {before, after};
        });
        assertThat(seen).containsExactly(1, 1);
        assertThat(count()).isEqualTo(2);
    }

    @Test
    void everyByteAndEmbeddedNulsComeBack() {
        byte[] all = new byte[256];
        for (int i = 0; i < 256; i++) {
            all[i] = (byte) i;
        }
        byte[] back = database.write(session -> session.query(
                        Sql.of("insert into item (id, name) values (1, :bytes) returning name"),
                        params -> params.bytes("bytes", all),
                        row -> row.getBytes(1)))
                .get(0);
        assertThat(back).isEqualTo(all);
    }

    private long count() {
        return jdbc.queryForObject("select count(*) from item", Long.class);
    }

    private static int insert(Session session, long id, String name) {
        return session.update(INSERT, params -> params.number("id", id).text("name", name));
    }
}
