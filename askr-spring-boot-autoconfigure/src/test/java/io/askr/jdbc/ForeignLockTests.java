package io.askr.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.askr.jdbc.Ledger.Attempt;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.dao.CannotAcquireLockException;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Another process holds the write lock for a minute; {@code -Daskr.test.foreign-lock-seconds} makes it shorter. */
class ForeignLockTests {

    private static final Duration HELD = Duration.ofSeconds(Long.getLong("askr.test.foreign-lock-seconds", 60));

    private static final Duration BUSY_TIMEOUT = Duration.ofSeconds(2);

    private static final Duration SLACK = Duration.ofSeconds(5);

    @TempDir
    private Path folder;

    private final Ledger ledger = new Ledger();
    private final AtomicInteger refused = new AtomicInteger();
    private final AtomicInteger reads = new AtomicInteger();

    @Test
    @Timeout(180)
    void writersFailCleanlyAndReadersGoOnAndAfterwardsAllIsWell() throws Exception {
        try (TestDatabase db = TestDatabase.at(folder.resolve("app.db"))
                        .poolSize(3)
                        .busyTimeout(BUSY_TIMEOUT)
                        .writerTimeout(BUSY_TIMEOUT)
                        .connectionTimeout(Duration.ofSeconds(20))
                        .open();
                ForeignProcess foreign = ForeignProcess.on(db.file)) {
            PlatformTransactionManager jpa = db.jpaTransactions();
            foreign.lock();
            AtomicBoolean held = new AtomicBoolean(true);
            ExecutorService threads = Executors.newCachedThreadPool();
            List<CompletableFuture<?>> running = new ArrayList<>();
            running.add(loop(threads, held, () -> transaction(db, db.jdbcTransactions)));
            running.add(loop(threads, held, () -> transaction(db, jpa)));
            running.add(loop(threads, held, () -> outside(db)));
            running.add(loop(threads, held, () -> outsideAsync(db)));
            running.add(loop(threads, held, () -> read(db)));
            running.add(loop(threads, held, () -> readOnly(db, db.jdbcTransactions)));
            running.add(loop(threads, held, () -> readOnly(db, jpa)));
            CompletableFuture<Void> all = CompletableFuture.allOf(running.toArray(CompletableFuture[]::new));
            CompletableFuture<Void> release = CompletableFuture.runAsync(
                    () -> held.set(false), CompletableFuture.delayedExecutor(HELD.toMillis(), TimeUnit.MILLISECONDS));
            CompletableFuture.anyOf(release, failure(all)).join();
            held.set(false);
            all.join();
            threads.shutdown();
            assertThat(refused.get()).as("writes that were refused").isGreaterThan((int) HELD.toSeconds() / 2);
            assertThat(reads.get()).as("reads that went on").isGreaterThan(100);
            assertThat(db.ids()).isEmpty();
            assertThat(db.pool.getHikariPoolMXBean().getActiveConnections()).isZero();

            foreign.release();
            afterwards(db, db.jdbcTransactions);
            afterwards(db, jpa);
            ledger.check(db);
            assertThat(db.plainly("pragma integrity_check", String.class)).containsExactly("ok");
        }
    }

    private static CompletableFuture<?> loop(ExecutorService threads, AtomicBoolean held, Runnable step) {
        return CompletableFuture.runAsync(
                () -> {
                    while (held.get()) {
                        step.run();
                    }
                },
                threads);
    }

    private static CompletableFuture<?> failure(CompletableFuture<?> of) {
        CompletableFuture<Object> failure = new CompletableFuture<>();
        of.whenComplete((done, ex) -> {
            if (ex != null) {
                failure.completeExceptionally(ex);
            }
        });
        return failure;
    }

    private void transaction(TestDatabase db, PlatformTransactionManager manager) {
        AtomicBoolean entered = new AtomicBoolean();
        refused(CannotCreateTransactionException.class, attempt -> new TransactionTemplate(manager)
                .executeWithoutResult(status -> {
                    entered.set(true);
                    db.write(attempt);
                }));
        assertThat(entered)
                .as("failed at begin, before any code of the application ran")
                .isFalse();
    }

    private void outside(TestDatabase db) {
        refused(CannotAcquireLockException.class, db::write);
    }

    private void outsideAsync(TestDatabase db) {
        refused(CannotAcquireLockException.class, id -> {
            try {
                db.database
                        .writeAsync(session -> TestDatabase.insert(session, id, 0))
                        .join();
            } catch (java.util.concurrent.CompletionException ex) {
                throw (RuntimeException) ex.getCause();
            }
        });
    }

    private void refused(Class<? extends Exception> as, java.util.function.LongConsumer write) {
        Attempt attempt = new Attempt("write against a foreign lock");
        long id = ledger.nextId();
        attempt.written.add(id);
        ledger.undone(attempt);
        long began = System.nanoTime();
        Throwable thrown = catchThrowable(() -> write.accept(id));
        assertThat(thrown).isInstanceOf(as);
        assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(BUSY_TIMEOUT.plus(SLACK));
        refused.incrementAndGet();
    }

    private void read(TestDatabase db) {
        long began = System.nanoTime();
        assertThat(db.database
                        .read(session -> session.query(Sql.of("select id from entry"), params -> {}, row -> 1))
                        .size())
                .isZero();
        assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(SLACK);
        reads.incrementAndGet();
    }

    /** A writer that was refused a moment ago has given its connection back. */
    private void readOnly(TestDatabase db, PlatformTransactionManager manager) {
        TransactionTemplate template = new TransactionTemplate(manager);
        template.setReadOnly(true);
        long began = System.nanoTime();
        template.executeWithoutResult(
                status -> assertThat(db.jdbc.queryForObject("select count(*) from entry", Integer.class))
                        .isZero());
        assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(SLACK);
        reads.incrementAndGet();
    }

    private void afterwards(TestDatabase db, PlatformTransactionManager manager) {
        long began = System.nanoTime();
        Attempt attempt = new Attempt("write after the release");
        long inside = ledger.nextId();
        long outside = ledger.nextId();
        attempt.written.addAll(List.of(inside, outside));
        new TransactionTemplate(manager).executeWithoutResult(status -> db.write(inside));
        db.write(outside);
        ledger.committed(attempt);
        assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(BUSY_TIMEOUT);
    }
}
