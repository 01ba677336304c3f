package io.askr.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.UnaryOperator;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Threads that do random things in and beside transactions, while another process takes the lock now and then and
 * somebody interrupts them; then what they were told is compared with the table. {@code -Daskr.test.seed} repeats a run
 * (as far as threads repeat), {@code -Daskr.test.seconds} sets the length of all setups together.
 */
class RandomizedTransactionsTests {

    private static final long SEED = Long.getLong("askr.test.seed", System.nanoTime());

    private static final Duration DURATION = Duration.ofSeconds(Long.getLong("askr.test.seconds", 24));

    private static final int WORKERS = 5;

    @TempDir
    private Path folder;

    enum Setup {
        POOL_OF_1(1, options -> options.poolSize(1)),
        POOL_OF_2(2, options -> options.poolSize(2)),
        POOL_OF_10(3, options -> options.poolSize(10)),
        POOL_OF_1_OUT_OF_AUTO_COMMIT(4, options -> options.poolSize(1).autoCommit(false)),
        POOL_OF_10_OUT_OF_AUTO_COMMIT(5, options -> options.poolSize(10).autoCommit(false)),
        LAZY_POOL_OF_1(6, options -> options.poolSize(1).lazy()),
        LAZY_POOL_OF_10(7, options -> options.poolSize(10).lazy()),
        FOREIGN_LOCK_BEYOND_TIMEOUT(8, options -> options.poolSize(3).busyTimeout(Duration.ofMillis(500)));

        private final int number;
        private final UnaryOperator<TestDatabase.Options> options;

        Setup(int number, UnaryOperator<TestDatabase.Options> options) {
            this.number = number;
            this.options = options;
        }
    }

    @ParameterizedTest
    @EnumSource
    void whateverHappensTheTableHoldsWhatTheCallersWereTold(Setup setup) throws Exception {
        long seed = SEED + setup.number;
        System.out.printf("%s: -Daskr.test.seed=%d -Daskr.test.seconds=%d%n", setup, SEED, DURATION.toSeconds());
        boolean beyond = setup == Setup.FOREIGN_LOCK_BEYOND_TIMEOUT;
        try (RandomizedApp app = new RandomizedApp(folder, beyond, setup.options);
                ForeignProcess foreign = ForeignProcess.on(app.db.file)) {
            run(app, foreign, new Random(seed), beyond);
            System.out.println(app.ledger.summary());
            app.ledger.check(app.db);
            nobodyHoldsTheLock(app, foreign);
            thePoolIsClean(app);
            assertThat(app.db.plainly("pragma integrity_check", String.class)).containsExactly("ok");
            assertThat(app.ledger.size()).as("rows written").isGreaterThan(20);
        }
    }

    private static void run(RandomizedApp app, ForeignProcess foreign, Random random, boolean beyond)
            throws InterruptedException {
        AtomicBoolean stop = new AtomicBoolean();
        List<RandomWorker> workers = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < WORKERS; i++) {
            RandomWorker worker = new RandomWorker(app, random.nextLong(), stop);
            workers.add(worker);
            threads.add(new Thread(worker, "worker-" + i));
        }
        threads.forEach(Thread::start);
        long end = System.nanoTime() + DURATION.toNanos() / Setup.values().length;
        while (System.nanoTime() < end) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5 + random.nextInt(50)));
            if (random.nextInt(3) == 0) {
                workers.get(random.nextInt(WORKERS)).interrupt();
            }
            if (random.nextInt(12) == 0) {
                disturb(app, foreign, Duration.ofMillis(beyond ? 900 : 5 + random.nextInt(150)));
            }
        }
        stop.set(true);
        for (int i = 0; i < WORKERS; i++) {
            threads.get(i).join(TimeUnit.SECONDS.toMillis(20));
            if (threads.get(i).isAlive()) {
                app.ledger.fault("stuck in " + workers.get(i) + ": "
                        + List.of(threads.get(i).getStackTrace()));
                threads.get(i).interrupt();
            }
        }
    }

    private static void disturb(RandomizedApp app, ForeignProcess foreign, Duration hold) {
        foreign.lock();
        LockSupport.parkNanos(hold.toNanos());
        Ledger.Attempt attempt = new Ledger.Attempt("write by another process");
        long id = app.ledger.nextId();
        attempt.written.add(id);
        foreign.write(id);
        foreign.release();
        app.ledger.committed(attempt);
    }

    private static void nobodyHoldsTheLock(RandomizedApp app, ForeignProcess foreign) throws Exception {
        assertThat(CompletableFuture.supplyAsync(() -> app.db.write(-1)).get(1, TimeUnit.SECONDS))
                .isEqualTo(-1);
        CompletableFuture.runAsync(() -> foreign.write(-2)).get(1, TimeUnit.SECONDS);
        assertThat(app.db.ids()).contains(-1L, -2L);
    }

    private static void thePoolIsClean(RandomizedApp app) throws SQLException {
        Awaitility.await()
                .atMost(Duration.ofSeconds(5))
                .until(() -> app.db.pool.getHikariPoolMXBean().getActiveConnections() == 0);
        List<Connection> all = new ArrayList<>();
        for (int i = 0; i < app.db.pool.getMaximumPoolSize(); i++) {
            all.add(app.db.pool.getConnection());
        }
        for (Connection connection : all) {
            assertThat(connection.getAutoCommit()).isEqualTo(app.db.pool.isAutoCommit());
            assertThat(connection.isReadOnly()).isFalse();
            try (Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery("pragma busy_timeout")) {
                assertThat(row.next()).isTrue();
                assertThat(row.getInt(1)).isEqualTo(app.foreignMayExceedTimeout ? 500 : 5000);
            }
            if (app.db.pool.isAutoCommit()) {
                try (Statement statement = connection.createStatement()) {
                    statement.execute("begin immediate");
                    statement.execute("rollback");
                }
            }
            connection.close();
        }
    }
}
