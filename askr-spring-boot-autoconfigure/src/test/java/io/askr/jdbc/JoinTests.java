package io.askr.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.persistence.EntityManager;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.orm.jpa.SharedEntityManagerCreator;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.event.TransactionalEventListenerFactory;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/** A pool of one: whoever took a second connection inside a transaction would wait for itself, and fail after 2 s. */
@Timeout(60)
@ExtendWith(OutputCaptureExtension.class)
class JoinTests {

    @TempDir
    private Path folder;

    private TestDatabase db;

    enum Setup {
        JDBC(options -> options, db -> db.jdbcTransactions),
        JDBC_OUT_OF_AUTO_COMMIT(options -> options.autoCommit(false), db -> db.jdbcTransactions),
        JDBC_LAZY(TestDatabase.Options::lazy, db -> db.jdbcTransactions),
        JDBC_TRANSACTION_AWARE(TestDatabase.Options::transactionAware, db -> db.jdbcTransactions),
        JDBC_WITHOUT_LOCK_ON_BEGIN(options -> options.lockOnBegin(false), db -> db.jdbcTransactions),
        JPA(options -> options, TestDatabase::jpaTransactions),
        JPA_OUT_OF_AUTO_COMMIT(options -> options.autoCommit(false), TestDatabase::jpaTransactions),
        JPA_LAZY(TestDatabase.Options::lazy, TestDatabase::jpaTransactions);

        private final UnaryOperator<TestDatabase.Options> options;
        private final Function<TestDatabase, PlatformTransactionManager> manager;

        Setup(UnaryOperator<TestDatabase.Options> options, Function<TestDatabase, PlatformTransactionManager> manager) {
            this.options = options;
            this.manager = manager;
        }
    }

    @AfterEach
    void close() {
        if (db != null) {
            assertThat(CompletableFuture.supplyAsync(() -> db.write(1_000_000))
                            .orTimeout(5, TimeUnit.SECONDS)
                            .join())
                    .as("the lock is free, whatever the test did")
                    .isEqualTo(1_000_000);
            assertThat(db.pool.getHikariPoolMXBean().getActiveConnections()).isZero();
            db.close();
        }
    }

    private TransactionTemplate open(Setup setup) {
        db = setup.options
                .apply(TestDatabase.at(folder.resolve("app.db")).poolSize(1).connectionTimeout(Duration.ofSeconds(2)))
                .open();
        return new TransactionTemplate(setup.manager.apply(db));
    }

    private TransactionTemplate open() {
        return open(Setup.JDBC);
    }

    @ParameterizedTest
    @EnumSource
    void aWriteCommitsWithItsTransaction(Setup setup) {
        TransactionTemplate template = open(setup);
        int before = db.opened.get();
        template.executeWithoutResult(status -> {
            db.write(1);
            assertThat(db.database.joins()).isTrue();
            assertThat(db.ids()).as("seen from outside before the commit").isEmpty();
        });
        assertThat(db.ids()).containsExactly(1L);
        assertThat(db.opened.get()).as("connections opened").isEqualTo(before);
    }

    @ParameterizedTest
    @EnumSource
    void aWriteRollsBackWithItsTransaction(Setup setup) {
        TransactionTemplate template = open(setup);
        template.executeWithoutResult(status -> {
            db.write(1);
            status.setRollbackOnly();
        });
        assertThatThrownBy(() -> template.executeWithoutResult(status -> {
                    db.write(2);
                    throw new IllegalStateException("planned");
                }))
                .hasMessage("planned");
        assertThat(db.ids()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void aReadSeesWhatItsTransactionWrote(Setup setup) {
        TransactionTemplate template = open(setup);
        template.executeWithoutResult(status -> {
            db.jdbc.update("insert into entry (id, account) values (1, 0)");
            assertThat(count()).isEqualTo(1);
            db.write(2);
            assertThat(db.jdbc.queryForObject("select count(*) from entry", Integer.class))
                    .isEqualTo(2);
        });
    }

    @ParameterizedTest
    @EnumSource
    void aWriteInAReadOnlyTransactionIsRefusedAndAReadJoins(Setup setup) {
        TransactionTemplate template = open(setup);
        template.setReadOnly(true);
        template.executeWithoutResult(status -> {
            assertThat(count()).isZero();
            assertThat(db.database.joins()).isTrue();
            assertThatThrownBy(() -> db.write(1))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("read-only transaction");
            CompletableFuture.runAsync(() -> db.write(2)).join();
        });
        assertThat(db.ids()).as("only the other thread's, and no lock was held").containsExactly(2L);
    }

    @ParameterizedTest
    @EnumSource
    void anEventListenerAfterCommitIsOutsideAndDurable(Setup setup) {
        TransactionTemplate template = open(setup);
        AtomicBoolean joins = new AtomicBoolean(true);
        List<Long> seenWhenItReturned = new ArrayList<>();
        try (AnnotationConfigApplicationContext events = new AnnotationConfigApplicationContext(
                TransactionalEventListenerFactory.class, RandomizedApp.Listener.class)) {
            template.executeWithoutResult(status -> {
                db.write(1);
                events.publishEvent(new RandomizedApp.Happened(() -> {
                    joins.set(db.database.joins());
                    db.write(2);
                    seenWhenItReturned.addAll(db.ids());
                }));
            });
        }
        assertThat(joins).isFalse();
        assertThat(seenWhenItReturned).containsExactly(1L, 2L);
        assertThat(db.ids()).containsExactly(1L, 2L);
    }

    @ParameterizedTest
    @EnumSource
    void aWriteInAfterCommitAndOneInAfterCompletionAreOutsideAndDurable(Setup setup) {
        TransactionTemplate template = open(setup);
        List<Long> seenWhenItReturned = new ArrayList<>();
        template.executeWithoutResult(status -> {
            TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
                @Override
                public void afterCommit() {
                    db.jdbc.queryForList("select id from entry");
                    db.write(2);
                    assertThat(db.ids()).contains(2L);
                }

                @Override
                public void afterCompletion(int outcome) {
                    db.write(3);
                    seenWhenItReturned.addAll(db.ids());
                }
            });
            db.write(1);
        });
        assertThat(seenWhenItReturned).containsExactly(1L, 2L, 3L);
        assertThat(db.ids()).containsExactly(1L, 2L, 3L);
    }

    @ParameterizedTest
    @EnumSource
    void aTransactionThatTouchedNothingLetsItsCallbacksWrite(Setup setup) {
        TransactionTemplate template = open(setup);
        template.executeWithoutResult(
                status -> TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
                    @Override
                    public void afterCommit() {
                        db.write(1);
                        assertThat(db.ids()).contains(1L);
                    }

                    @Override
                    public void afterCompletion(int outcome) {
                        db.write(2);
                    }
                }));
        assertThat(db.ids()).containsExactly(1L, 2L);
    }

    @ParameterizedTest
    @EnumSource
    void aCallbackAfterARollbackWritesOutside(Setup setup) {
        TransactionTemplate template = open(setup);
        template.executeWithoutResult(status -> {
            TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
                @Override
                public void afterCompletion(int outcome) {
                    db.write(2);
                }
            });
            db.write(1);
            status.setRollbackOnly();
        });
        assertThat(db.ids()).containsExactly(2L);
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "JDBC_WITHOUT_LOCK_ON_BEGIN")
    void requiresNewInsideAWritingTransactionSaysWhatIsWrong(Setup setup) {
        TransactionTemplate template = open(setup);
        TransactionTemplate inner = new TransactionTemplate(Objects.requireNonNull(template.getTransactionManager()));
        inner.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
        template.executeWithoutResult(status -> {
            db.write(1);
            assertThatThrownBy(() -> inner.executeWithoutResult(again -> db.write(2)))
                    .satisfies(
                            ex -> assertThat(RandomWorker.says(ex, "REQUIRED")).isTrue())
                    .satisfies(
                            ex -> assertThat(RandomWorker.says(ex, "readOnly")).isTrue())
                    .satisfies(ex -> assertThat(
                                    RandomWorker.says(ex, db.file.getFileName().toString()))
                            .isTrue());
            db.write(3);
        });
        assertThat(db.ids()).containsExactly(1L, 3L);
    }

    @Test
    void nestedRollsBackOnlyWhatTheInnerOneWrote() {
        TransactionTemplate template = open();
        TransactionTemplate nested = new TransactionTemplate(db.jdbcTransactions);
        nested.setPropagationBehavior(TransactionDefinition.PROPAGATION_NESTED);
        template.executeWithoutResult(status -> {
            db.write(1);
            nested.executeWithoutResult(inner -> {
                db.write(2);
                inner.setRollbackOnly();
            });
            nested.executeWithoutResult(inner -> db.write(3));
            db.write(4);
        });
        assertThat(db.ids()).containsExactly(1L, 3L, 4L);
    }

    @ParameterizedTest
    @EnumSource(names = {"JDBC", "JDBC_LAZY", "JDBC_TRANSACTION_AWARE"})
    void aConnectionThatIsBoundWithoutATransactionIsNotJoined(Setup setup) {
        TransactionTemplate template = open(setup);
        template.setPropagationBehavior(TransactionDefinition.PROPAGATION_SUPPORTS);
        assertThatThrownBy(() -> template.executeWithoutResult(status -> {
                    db.jdbc.queryForList("select id from entry");
                    assertThat(TransactionSynchronizationManager.getResourceMap())
                            .isNotEmpty();
                    assertThat(db.database.joins()).isFalse();
                    db.write(1);
                    assertThat(db.ids()).containsExactly(1L);
                    throw new IllegalStateException("planned");
                }))
                .hasMessage("planned");
        assertThat(db.ids()).containsExactly(1L);
    }

    @Test
    void aTransactionOfAnotherDataSourceIsNotJoinedAndWarnedOfOnceForEachPlace(CapturedOutput output) {
        open();
        try (TestDatabase other = TestDatabase.at(folder.resolve("other.db")).open()) {
            TransactionTemplate elsewhere = new TransactionTemplate(other.jdbcTransactions);
            for (int i = 0; i < 3; i++) {
                long id = i;
                elsewhere.executeWithoutResult(status -> {
                    db.database.write(session -> TestDatabase.insert(session, id, 0));
                    status.setRollbackOnly();
                });
            }
            elsewhere.executeWithoutResult(status -> db.database.write(session -> TestDatabase.insert(session, 3, 0)));
        }
        assertThat(db.ids()).containsExactly(0L, 1L, 2L, 3L);
        assertThat(output.getAll().split("inside a transaction of another DataSource", -1))
                .as("two places, two warnings")
                .hasSize(3);
        assertThat(output).contains("JoinTests");
    }

    @Test
    void jpaAndJdbcAndJoinedWritesAreOneTransaction() {
        TransactionTemplate template = open(Setup.JPA);
        EntityManager entities = SharedEntityManagerCreator.createSharedEntityManager(db.entityManagers());
        template.executeWithoutResult(status -> {
            entities.persist(new Entry(1, 0));
            entities.flush();
            db.write(2);
            db.jdbc.update("insert into entry (id, account) values (3, 0)");
            entities.persist(new Entry(4, 0));
            assertThat(count()).as("what was flushed").isEqualTo(3);
        });
        assertThat(db.ids()).containsExactly(1L, 2L, 3L, 4L);
        assertThatThrownBy(() -> template.executeWithoutResult(status -> {
                    entities.persist(new Entry(5, 0));
                    db.write(6);
                    db.jdbc.update("insert into entry (id, account) values (7, 0)");
                    entities.flush();
                    throw new IllegalStateException("planned");
                }))
                .hasMessage("planned");
        assertThat(db.ids()).containsExactly(1L, 2L, 3L, 4L);
    }

    @Test
    void anAsynchronousWriteInsideATransactionIsRefused() {
        TransactionTemplate template = open();
        template.executeWithoutResult(status -> assertThatThrownBy(
                        () -> db.database.writeAsync(session -> TestDatabase.insert(session, 1, 0)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("asynchronous"));
        assertThat(db.ids()).isEmpty();
    }

    @Test
    void hintsRunOnceTheCallersTransactionIsCommittedAndNeverAfterARollback() {
        TransactionTemplate template = open();
        StringBuilder seen = new StringBuilder();
        Function<Session, Long> work = session -> {
            session.afterCommit(() -> seen.append(db.ids()));
            return TestDatabase.insert(session, 1, 0);
        };
        template.executeWithoutResult(status -> {
            db.database.write(work);
            status.setRollbackOnly();
        });
        assertThat(seen).isEmpty();
        template.executeWithoutResult(status -> {
            db.database.write(work);
            assertThat(seen).isEmpty();
        });
        assertThat(seen).hasToString("[1]");
    }

    @Test
    void aFailingStatementThatIsCaughtCostsTheTransactionNothingElse() {
        TransactionTemplate template = open();
        template.executeWithoutResult(status -> {
            db.write(1);
            assertThatThrownBy(() -> db.database.write(
                            session -> session.update(Sql.of("insert into entry (id) values (null)"), params -> {})))
                    .isInstanceOf(org.springframework.dao.DataIntegrityViolationException.class);
            db.write(2);
        });
        assertThat(db.ids()).containsExactly(1L, 2L);
    }

    @Test
    void aRawConnectionOfThePoolIsNoTransactionToJoin() throws Exception {
        open();
        try (Connection raw = db.dataSource.getConnection()) {
            assertThat(raw.getAutoCommit()).isTrue();
            assertThat(db.database.joins()).isFalse();
            db.write(1);
        }
        assertThat(db.ids()).containsExactly(1L);
    }

    private int count() {
        return db.database.read(
                session -> session.first(Sql.of("select count(*) from entry"), params -> {}, row -> row.getInt(1))
                        .orElseThrow());
    }
}
