package io.askr.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.dao.CannotAcquireLockException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.JdbcTemplate;

/** Callers that queue behind the write lock, which the test holds until all of them are there. */
@Timeout(60)
class GroupCommitTests {

    private static final Sql INSERT = Sql.of("insert into item (id, name) values (:id, :name)");

    private static final Executor THREADS = task -> {
        Thread thread = new Thread(task, "caller");
        thread.setDaemon(true);
        thread.start();
    };

    @TempDir
    private Path folder;

    private final List<Integer> groups = Collections.synchronizedList(new ArrayList<>());
    private Path file;
    private HikariDataSource pool;
    private AskrDatabase database;
    private WriteLock lock;
    private JdbcTemplate jdbc;

    @BeforeEach
    void open() throws Exception {
        file = folder.resolve("app.db");
        start(Duration.ofSeconds(20));
        jdbc.execute("create table item (id integer primary key, name text)");
    }

    private void start(Duration timeout) throws Exception {
        pool = TestDatabases.prepared(file, 2);
        new Schema().initialize(pool);
        database = AskrDatabase.open(pool, null, new DatabaseSettings(timeout), InstantSource.system());
        database.observe(new WriterObserver() {
            @Override
            public void committed(int calls) {
                groups.add(calls);
            }

            @Override
            public void waited(Duration time) {}
        });
        jdbc = TestDatabases.jdbc(pool);
        lock = WriteLock.of(file.toRealPath());
    }

    @AfterEach
    void close() {
        lock.acquire(Duration.ofSeconds(5)).close();
        database.close();
        pool.close();
    }

    @Test
    void aLoneCallerCommitsForItself() {
        Thread[] committing = new Thread[1];
        database.write(session -> {
            committing[0] = Thread.currentThread();
            return insert(session, 1, "a");
        });
        assertThat(committing[0]).isSameAs(Thread.currentThread());
    }

    @Test
    void whoQueuesIsCommittedInOneGroup() throws Exception {
        List<CompletableFuture<Integer>> callers = behindTheLock(20, id -> session -> insert(session, id, "a"));
        for (CompletableFuture<Integer> caller : callers) {
            assertThat(caller.get()).isEqualTo(1);
        }
        assertThat(ids()).hasSize(20);
        assertThat(groups.stream().mapToInt(Integer::intValue).sum()).isEqualTo(20);
        assertThat(groups).hasSize(2);
    }

    @Test
    void aFailingCallFailsAloneWhateverItHadWritten() throws Exception {
        List<CompletableFuture<Integer>> callers = behindTheLock(12, id -> session -> {
            insert(session, id, "a");
            if (id % 3 == 0) {
                insert(session, 1_000 + id, "b");
                insert(session, id, "again");
            }
            return id;
        });
        for (int id = 0; id < 12; id++) {
            CompletableFuture<Integer> caller = callers.get(id);
            if (id % 3 == 0) {
                assertThatThrownBy(caller::get)
                        .isInstanceOf(ExecutionException.class)
                        .hasCauseInstanceOf(DuplicateKeyException.class);
            } else {
                assertThat(caller.get()).isEqualTo(id);
            }
        }
        assertThat(ids()).containsExactly(1, 2, 4, 5, 7, 8, 10, 11);
    }

    @Test
    void aTransactionThatOneCallBringsDownIsRunAgainForTheOthers() throws Exception {
        jdbc.execute("create trigger refuse before insert on item when new.id = 5"
                + " begin select raise(rollback, 'not five'); end");
        List<CompletableFuture<Integer>> callers = behindTheLock(10, id -> session -> insert(session, id, "a"));
        for (int id = 0; id < 10; id++) {
            CompletableFuture<Integer> caller = callers.get(id);
            if (id == 5) {
                assertThatThrownBy(caller::get).hasMessageContaining("not five");
            } else {
                assertThat(caller.get()).isEqualTo(1);
            }
        }
        assertThat(ids()).containsExactly(0, 1, 2, 3, 4, 6, 7, 8, 9);
    }

    @Test
    void aCommitThatFailsFailsOnlyWhoseWorkIsToBlame() throws Exception {
        jdbc.execute("create table child (id integer primary key, parent integer"
                + " references item (id) deferrable initially deferred)");
        database.close();
        pool.close();
        pool = TestDatabases.pool(file, 2);
        pool.addDataSourceProperty("foreign_keys", "true");
        TestDatabases.preparation().prepare(pool);
        database = TestDatabases.open(pool);
        jdbc = TestDatabases.jdbc(pool);
        Sql child = Sql.of("insert into child (id, parent) values (:id, 777)");
        List<CompletableFuture<Integer>> callers = behindTheLock(
                8,
                id -> session -> id == 3
                        ? session.update(child, params -> params.number("id", (long) id))
                        : insert(session, id, "a"));
        for (int id = 0; id < 8; id++) {
            CompletableFuture<Integer> caller = callers.get(id);
            if (id == 3) {
                assertThatThrownBy(caller::get).hasMessageContaining("FOREIGN");
            } else {
                assertThat(caller.get()).isEqualTo(1);
            }
        }
        assertThat(ids()).containsExactly(0, 1, 2, 4, 5, 6, 7);
    }

    @Test
    void anInterruptTakesBackWhatIsOnlyQueued() throws Exception {
        CompletableFuture<Boolean> flag = new CompletableFuture<>();
        WriteLock.Place held = lock.acquire(Duration.ofSeconds(5));
        CompletableFuture<Integer> leader = async(session -> insert(session, 1, "leader"));
        await().until(() -> lock.waiting() == 1);
        Thread follower = new Thread(() -> {
            try {
                database.write(session -> insert(session, 2, "follower"));
            } catch (CannotAcquireLockException ex) {
                flag.complete(Thread.currentThread().isInterrupted());
            }
        });
        follower.start();
        await().until(() -> follower.getState() == Thread.State.TIMED_WAITING);
        follower.interrupt();
        assertThat(flag.get()).isTrue();
        held.close();
        assertThat(leader.get()).isEqualTo(1);
        database.write(session -> insert(session, 3, "next"));
        assertThat(ids()).containsExactly(1, 3);
    }

    @Test
    void anInterruptedCallerThatLeadsKeepsItsFlagAndCommits() {
        Thread.currentThread().interrupt();
        try {
            int changed = database.write(session -> insert(session, 1, "a"));
            assertThat(changed).isEqualTo(1);
            assertThat(Thread.currentThread().isInterrupted()).isTrue();
        } finally {
            Thread.interrupted();
        }
        assertThat(ids()).containsExactly(1);
    }

    @Test
    void whoWaitsTooLongIsToldSoAndNothingIsWritten() throws Exception {
        database.close();
        pool.close();
        start(Duration.ofMillis(300));
        WriteLock.Place held = lock.acquire(Duration.ofSeconds(5));
        List<CompletableFuture<Integer>> callers = IntStream.range(0, 6)
                .mapToObj(id -> async(session -> insert(session, id, "late")))
                .toList();
        for (CompletableFuture<Integer> caller : callers) {
            assertThatThrownBy(caller::get).hasCauseInstanceOf(CannotAcquireLockException.class);
        }
        held.close();
        database.write(session -> insert(session, 100, "in time"));
        assertThat(ids()).containsExactly(100);
    }

    @Test
    void aForeignLockHoldsTheWholeGroupUpUntilItGoes() throws Exception {
        List<CompletableFuture<Integer>> callers;
        try (Connection foreign = TestDatabases.foreign(file);
                Statement statement = foreign.createStatement()) {
            statement.execute("begin immediate");
            callers = IntStream.range(0, 10)
                    .mapToObj(id -> async(session -> insert(session, id, "a")))
                    .toList();
            statement.execute("rollback");
        }
        for (CompletableFuture<Integer> caller : callers) {
            assertThat(caller.get()).isEqualTo(1);
        }
        assertThat(ids()).hasSize(10);
    }

    @Test
    void aCommitThatMeetsAReaderWaitsForItWhereTheJournalDemandsThat() throws Exception {
        database.close();
        pool.close();
        pool = TestDatabases.pool(file, 2);
        pool.addDataSourceProperty("journal_mode", "DELETE");
        TestDatabases.preparation().prepare(pool);
        database = AskrDatabase.open(pool, null, new DatabaseSettings(Duration.ofSeconds(20)), InstantSource.system());
        jdbc = TestDatabases.jdbc(pool);
        List<CompletableFuture<Integer>> callers;
        try (Connection reader = TestDatabases.foreign(file);
                Statement statement = reader.createStatement()) {
            statement.execute("begin");
            statement.executeQuery("select count(*) from item").close();
            callers = IntStream.range(0, 5)
                    .mapToObj(id -> async(session -> insert(session, id, "a")))
                    .toList();
            await().until(() -> heldByAWriter());
            assertThat(callers).noneMatch(CompletableFuture::isDone);
            statement.execute("commit");
        }
        for (CompletableFuture<Integer> caller : callers) {
            assertThat(caller.get()).isEqualTo(1);
        }
        assertThat(ids()).containsExactly(0, 1, 2, 3, 4);
    }

    /** A journal file stands beside the database while a writer is about to commit. */
    private boolean heldByAWriter() {
        return Files.exists(folder.resolve("app.db-journal"));
    }

    @Test
    void whoDoesNotWaitIsRefusedWhenTooManyAreQueued() {
        WriteLock.Place held = lock.acquire(Duration.ofSeconds(5));
        List<CompletableFuture<Integer>> accepted = new ArrayList<>();
        assertThatIllegalStateException()
                .isThrownBy(() -> {
                    for (int id = 0; id < 20_000; id++) {
                        int own = id;
                        accepted.add(database.writeAsync(session -> insert(session, own, "a")));
                    }
                })
                .withMessageContaining("nothing was written");
        assertThat(accepted).hasSizeBetween(10_000, 10_300);
        held.close();
        accepted.forEach(CompletableFuture::join);
        assertThat(ids()).hasSameSizeAs(accepted);
    }

    @Test
    void aShutdownCommitsWhatIsQueuedAndRefusesWhatComesLater() throws Exception {
        WriteLock.Place held = lock.acquire(Duration.ofSeconds(5));
        List<CompletableFuture<Integer>> callers = IntStream.range(0, 10)
                .mapToObj(id -> async(session -> insert(session, id, "a")))
                .toList();
        CompletableFuture<Integer> told = database.writeAsync(session -> insert(session, 10, "async"));
        await().until(() -> lock.waiting() == 1);
        CompletableFuture<Void> closing = CompletableFuture.runAsync(database::close, THREADS);
        await().until(() -> refused(20));
        held.close();
        closing.get();
        int committed = 0;
        for (CompletableFuture<Integer> caller : callers) {
            committed +=
                    caller.handle((changed, failure) -> failure == null ? 1 : 0).get();
        }
        assertThat(told.get()).isEqualTo(1);
        assertThat(committed).isEqualTo(10);
        assertThat(ids()).hasSize(11);
        assertThatIllegalStateException().isThrownBy(() -> database.write(session -> insert(session, 99, "late")));
    }

    @Test
    void asynchronousCallsAreCommittedInTheirOrder() {
        List<CompletableFuture<Integer>> all = IntStream.range(0, 500)
                .mapToObj(id -> database.writeAsync(session -> insert(session, id, String.valueOf(id))))
                .toList();
        all.forEach(CompletableFuture::join);
        assertThat(jdbc.queryForList("select rowid from item order by rowid", Integer.class))
                .hasSize(500);
        assertThat(groups.stream().mapToInt(Integer::intValue).sum()).isEqualTo(500);
    }

    @Test
    void aCallInsideASuspendedTransactionThatHoldsTheLockIsRefusedAlsoWhileOthersLead() {
        WriteLock.Place held = lock.acquire(Duration.ofSeconds(5));
        CompletableFuture<Integer> leader = async(session -> insert(session, 1, "leader"));
        await().until(() -> lock.waiting() == 1);
        assertThatExceptionOfType(WriteLockHeldException.class)
                .isThrownBy(() -> database.write(session -> insert(session, 2, "mine")));
        held.close();
        assertThat(leader.join()).isEqualTo(1);
    }

    private boolean refused(int id) {
        try {
            database.writeAsync(session -> insert(session, id, "probe"));
            return false;
        } catch (IllegalStateException ex) {
            return ex.getMessage().contains("shutting down");
        }
    }

    private List<CompletableFuture<Integer>> behindTheLock(
            int callers, Function<Integer, Function<Session, Integer>> work) throws Exception {
        WriteLock.Place held = lock.acquire(Duration.ofSeconds(5));
        List<CompletableFuture<Integer>> all = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        for (int id = 0; id < callers; id++) {
            CompletableFuture<Integer> result = new CompletableFuture<>();
            Function<Session, Integer> own = work.apply(id);
            Thread thread = new Thread(() -> {
                try {
                    result.complete(database.write(own));
                } catch (RuntimeException ex) {
                    result.completeExceptionally(ex);
                }
            });
            thread.setDaemon(true);
            thread.start();
            threads.add(thread);
            all.add(result);
        }
        await().until(() -> threads.stream().allMatch(thread -> thread.getState() == Thread.State.TIMED_WAITING));
        held.close();
        return all;
    }

    private CompletableFuture<Integer> async(Function<Session, Integer> work) {
        return CompletableFuture.supplyAsync(() -> database.write(work), THREADS);
    }

    private List<Integer> ids() {
        return jdbc.queryForList("select id from item order by id", Integer.class);
    }

    private static int insert(Session session, long id, String name) {
        return session.update(INSERT, params -> params.number("id", id).text("name", name));
    }
}
