package io.askr.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.transaction.TransactionExecution;
import org.springframework.transaction.TransactionExecutionListener;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/** A place in the queue that was reserved before there was a connection must not keep those waiting who have one. */
@Timeout(60)
class ReservationTests {

    @TempDir
    private Path folder;

    private TestDatabase db;

    private void open(boolean autoCommit) {
        db = TestDatabase.at(folder.resolve("app.db"))
                .poolSize(1)
                .autoCommit(autoCommit)
                .open();
    }

    @AfterEach
    void close() {
        assertThat(within(5, () -> db.write(1_000))).as("the lock is free").isEqualTo(1_000);
        assertThat(db.pool.getHikariPoolMXBean().getActiveConnections()).isZero();
        db.close();
    }

    @Test
    void aWriteOutsideGoesThroughWhileATransactionWaitsForTheEmptyPool() throws SQLException {
        open(true);
        CompletableFuture<Long> transaction;
        try (Connection taken = db.pool.getConnection()) {
            assertThat(taken.isClosed()).isFalse();
            transaction = transaction(1);
            await().until(() -> db.pool.getHikariPoolMXBean().getThreadsAwaitingConnection() == 1);
            assertThat(within(2, () -> db.write(2))).isEqualTo(2);
        }
        assertThat(transaction.join()).isEqualTo(1);
        assertThat(db.ids()).containsExactly(1L, 2L);
    }

    @Test
    void aCallbackThatKeepsTheOnlyConnectionWritesWhileTheNextTransactionWaitsForIt() {
        open(true);
        CompletableFuture<CompletableFuture<Long>> next = new CompletableFuture<>();
        CompletableFuture<Duration> took = new CompletableFuture<>();
        new TransactionTemplate(db.jdbcTransactions).executeWithoutResult(status -> {
            db.write(1);
            TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
                @Override
                public void afterCompletion(int outcome) {
                    next.complete(transaction(2));
                    await().until(() -> db.pool.getHikariPoolMXBean().getThreadsAwaitingConnection() == 1);
                    long began = System.nanoTime();
                    db.write(3);
                    took.complete(Duration.ofNanos(System.nanoTime() - began));
                }
            });
        });
        assertThat(took.join()).isLessThan(Duration.ofSeconds(2));
        assertThat(next.join().join()).isEqualTo(2);
        assertThat(db.ids()).containsExactly(1L, 2L, 3L);
    }

    @Test
    void aRawConnectionThatWaitedAlreadyGetsItsTurnWhenTheReservationWaitsForIt() throws Exception {
        open(true);
        WriteLock lock = WriteLock.of(db.file.toRealPath());
        WriteLock.Place held = heldByAnother(lock);
        CompletableFuture<Long> transaction;
        try (Connection raw = db.pool.getConnection()) {
            transaction = transaction(1);
            await().until(() -> Thread.getAllStackTraces().entrySet().stream()
                    .anyMatch(thread -> thread.getKey().getState() == Thread.State.TIMED_WAITING
                            && Arrays.stream(thread.getValue())
                                    .anyMatch(frame -> frame.getMethodName().equals("reserve"))));
            CompletableFuture<Void> release = CompletableFuture.runAsync(
                    held::close, CompletableFuture.delayedExecutor(200, TimeUnit.MILLISECONDS));
            long began = System.nanoTime();
            raw.setAutoCommit(false);
            assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(2));
            try (var statement = raw.createStatement()) {
                statement.executeUpdate("insert into entry (id, account) values (2, 0)");
            }
            raw.commit();
            release.join();
        }
        assertThat(transaction.join()).isEqualTo(1);
        assertThat(db.ids()).containsExactly(1L, 2L);
    }

    @Test
    void aTransactionThatFailsBetweenTheReservationAndItsBeginKeepsNobodyWaiting() throws Exception {
        open(true);
        db.jdbcTransactions.addListener(new TransactionExecutionListener() {
            @Override
            public void beforeBegin(TransactionExecution execution) {
                if (Thread.currentThread().getName().equals("unlucky")) {
                    throw new IllegalStateException("refused by a listener of the application");
                }
            }
        });
        CountDownLatch done = new CountDownLatch(1);
        CompletableFuture<Throwable> failure = new CompletableFuture<>();
        Thread unlucky = new Thread(
                () -> {
                    try {
                        new TransactionTemplate(db.jdbcTransactions).executeWithoutResult(status -> {});
                    } catch (IllegalStateException ex) {
                        failure.complete(ex);
                    }
                    try {
                        done.await();
                    } catch (InterruptedException ex) {
                        Thread.currentThread().interrupt();
                    }
                },
                "unlucky");
        unlucky.start();
        assertThat(failure.join()).hasMessageContaining("refused by a listener");
        assertThat(within(4, () -> db.write(1))).isEqualTo(1);
        assertThat(transaction(2).get(6, TimeUnit.SECONDS)).isEqualTo(2);
        done.countDown();
        unlucky.join();
    }

    @Test
    void aThreadWhoseFirstTransactionFailedBeforeItsBeginBeginsTheNextAtOnce() {
        open(true);
        boolean[] refuse = {true};
        db.jdbcTransactions.addListener(new TransactionExecutionListener() {
            @Override
            public void beforeBegin(TransactionExecution execution) {
                if (refuse[0]) {
                    throw new IllegalStateException("refused by a listener of the application");
                }
            }
        });
        TransactionTemplate template = new TransactionTemplate(db.jdbcTransactions);
        assertThatThrownBy(() -> template.executeWithoutResult(status -> {})).hasMessageContaining("refused");
        refuse[0] = false;
        long began = System.nanoTime();
        template.executeWithoutResult(status -> db.write(1));
        assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(2));
    }

    @Test
    void aStatementThatIsOnlyPreparedOrCannotBeLeavesNoLockInAPoolWithoutAutoCommit() throws SQLException {
        open(false);
        try (Connection raw = db.pool.getConnection();
                PreparedStatement statement = raw.prepareStatement("select 1")) {
            assertThat(statement.isClosed()).isFalse();
        }
        assertThat(within(2, () -> db.write(1))).isEqualTo(1);
        assertThatThrownBy(() -> db.jdbc.update("this is no SQL")).isNotNull();
        assertThat(within(2, () -> db.write(2))).isEqualTo(2);
        try (Connection raw = db.pool.getConnection()) {
            raw.setSavepoint();
        }
        assertThat(within(2, () -> db.write(3))).isEqualTo(3);
    }

    @Test
    void aStatementKeptOverACommitBeginsTheNextTransactionWithTheLock() throws SQLException {
        open(true);
        try (Connection raw = db.pool.getConnection()) {
            raw.setAutoCommit(false);
            try (PreparedStatement look = raw.prepareStatement("select balance from account where id = 0");
                    PreparedStatement write =
                            raw.prepareStatement("update account set balance = balance + 1 where id = 0")) {
                for (int round = 0; round < 3; round++) {
                    look.executeQuery().close();
                    long id = round;
                    CompletableFuture<Long> other = CompletableFuture.supplyAsync(() -> db.write(id));
                    await().pollDelay(Duration.ofMillis(100)).until(() -> true);
                    assertThat(other).as("waits for this transaction").isNotDone();
                    write.executeUpdate();
                    raw.commit();
                    assertThat(other.join()).isEqualTo(id);
                }
            }
        }
        assertThat(db.plainly("select balance from account where id = 0", Integer.class))
                .containsExactly(3);
    }

    /** The waiter lives on, so that nobody takes the lock back from a dead thread. */
    @Test
    void interruptingAWaiterInTheMomentItIsServedLosesNoLock() throws Exception {
        open(true);
        WriteLock lock = new WriteLock("test.db");
        CountDownLatch[] ends = new CountDownLatch[10];
        Arrays.setAll(ends, i -> new CountDownLatch(1));
        for (int round = 0; round < 2_000; round++) {
            WriteLock.Place held = lock.acquire(Duration.ofSeconds(5));
            CountDownLatch served = new CountDownLatch(1);
            CountDownLatch end = ends[round / 200];
            Thread waiter = new Thread(() -> {
                try {
                    lock.acquire(Duration.ofSeconds(5)).close();
                } catch (WriteLockTimeoutException expected) {
                    assertThat(Thread.interrupted()).isTrue();
                }
                Thread.interrupted();
                served.countDown();
                awaitQuietly(end);
            });
            waiter.setDaemon(true);
            waiter.start();
            while (waiter.getState() != Thread.State.TIMED_WAITING) {
                Thread.onSpinWait();
            }
            if (round % 2 == 0) {
                waiter.interrupt();
                held.close();
            } else {
                held.close();
                waiter.interrupt();
            }
            served.await();
            lock.acquire(Duration.ofSeconds(1)).close();
            if (round % 200 == 199) {
                end.countDown();
            }
        }
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
    }

    private CompletableFuture<Long> transaction(long id) {
        return CompletableFuture.supplyAsync(
                () -> new TransactionTemplate(db.jdbcTransactions).execute(status -> db.write(id)),
                task -> new Thread(task).start());
    }

    private static WriteLock.Place heldByAnother(WriteLock lock) {
        CompletableFuture<WriteLock.Place> place = new CompletableFuture<>();
        Thread holder = new Thread(() -> {
            place.complete(lock.acquire(Duration.ofSeconds(5)));
            await().until(() -> !lock.isHeldByCurrentThread());
        });
        holder.setDaemon(true);
        holder.start();
        return place.join();
    }

    private static <T> T within(int seconds, java.util.function.Supplier<T> call) {
        return CompletableFuture.supplyAsync(call, task -> new Thread(task).start())
                .orTimeout(seconds, TimeUnit.SECONDS)
                .join();
    }
}
