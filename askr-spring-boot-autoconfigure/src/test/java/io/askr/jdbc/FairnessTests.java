package io.askr.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.transaction.support.TransactionTemplate;

/** Who publishes outside and the application's own transactions wait in one queue, and are served in its order. */
class FairnessTests {

    private static final int WRITERS = 16;

    private static final int APPLICATION = 4;

    private static final int ALL = WRITERS + APPLICATION;

    private static final Duration LONG = Duration.ofSeconds(60);

    @TempDir
    private Path folder;

    @Test
    @Timeout(120)
    void nobodyIsServedAgainAndAgainWhileOthersWait() throws Exception {
        try (TestDatabase db = open()) {
            List<String> served = Collections.synchronizedList(new ArrayList<>());
            WriteLock.Place held = WriteLock.of(db.file.toRealPath()).acquire(LONG);
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < ALL; i++) {
                int number = i;
                Thread thread = new Thread(() -> threeTurns(db, number, served), "turns-" + i);
                thread.start();
                Awaitility.await().atMost(LONG).until(() -> waitsForTheLock(thread));
                threads.add(thread);
            }
            held.close();
            for (Thread thread : threads) {
                thread.join();
            }
            List<String> first =
                    served.stream().filter(turn -> turn.endsWith(" turn 0")).toList();
            List<String> before = served.subList(0, served.indexOf(first.get(ALL - 1)));
            assertThat(before)
                    .as("a group takes its place when it forms: one turn of each may come before")
                    .noneMatch(turn -> turn.endsWith(" turn 2"));
            assertThat(before).hasSizeLessThan(ALL + APPLICATION);
            assertThat(first.stream().filter(FairnessTests::isTransaction))
                    .as("transactions in the order of their arrival")
                    .isSortedAccordingTo(Comparator.comparingInt(FairnessTests::number));
            assertThat(first.stream().filter(turn -> !isTransaction(turn)))
                    .as("calls outside in the order of their arrival")
                    .isSortedAccordingTo(Comparator.comparingInt(FairnessTests::number));
            assertThat(served).hasSize(ALL * 3).doesNotHaveDuplicates();
            assertThat(db.ids()).hasSize(ALL * 3);
        }
    }

    @Test
    @Timeout(120)
    void readThenWriteTransactionsBesideSixteenPublishersNeverMeetBusyAndGetTheirTurn() throws Exception {
        int turns = 200;
        try (TestDatabase db = open()) {
            AtomicLong ids = new AtomicLong();
            ConcurrentLinkedQueue<Long> returned = new ConcurrentLinkedQueue<>();
            AtomicIntegerArray count = new AtomicIntegerArray(ALL);
            List<Integer> least = Collections.synchronizedList(new ArrayList<>());
            CyclicBarrier start = new CyclicBarrier(ALL);
            List<CompletableFuture<Void>> running = new ArrayList<>();
            for (int i = 0; i < ALL; i++) {
                int number = i;
                CompletableFuture<Void> done = new CompletableFuture<>();
                Thread thread = new Thread(() -> {
                    try {
                        start.await();
                        while (least.isEmpty()) {
                            turn(db, number, ids, returned);
                            if (count.incrementAndGet(number) == turns) {
                                least.add(least(count));
                            }
                        }
                        done.complete(null);
                    } catch (Exception | Error ex) {
                        least.add(0);
                        done.completeExceptionally(ex);
                    }
                });
                thread.start();
                running.add(done);
            }
            CompletableFuture.allOf(running.toArray(CompletableFuture[]::new)).join();
            assertThat(db.ids()).containsExactlyInAnyOrderElementsOf(returned);
            int raised = 0;
            for (int i = WRITERS; i < ALL; i++) {
                raised += count.get(i);
            }
            assertThat(db.plainly("select sum(balance) from account", Integer.class))
                    .containsExactly(raised);
            System.out.println("turns of each when the first had " + turns + ": " + count + ", least " + least.get(0));
            assertThat(least.get(0))
                    .as("turns of the slowest, when the fastest had %d", turns)
                    .isGreaterThan(turns / 4);
        }
    }

    private TestDatabase open() {
        return TestDatabase.at(folder.resolve("app.db"))
                .poolSize(APPLICATION)
                .busyTimeout(LONG)
                .writerTimeout(LONG)
                .open();
    }

    private static int number(String turn) {
        return Integer.parseInt(turn.replaceFirst(" .*", ""));
    }

    private static boolean isTransaction(String turn) {
        return isTransaction(number(turn));
    }

    private static boolean isTransaction(int number) {
        return number % (ALL / APPLICATION) == 1;
    }

    private static void threeTurns(TestDatabase db, int number, List<String> served) {
        for (int turn = 0; turn < 3; turn++) {
            String what = number + " turn " + turn;
            long id = number * 10L + turn;
            if (isTransaction(number)) {
                transaction(db, id, () -> served.add(what));
            } else {
                db.database.write(session -> {
                    served.add(what);
                    return TestDatabase.insert(session, id, 0);
                });
            }
        }
    }

    /** With a connection in its hands, so that it stands in the queue itself and not on the way to the pool. */
    private static void transaction(TestDatabase db, long id, Runnable begun) {
        try (Connection connection = db.pool.getConnection()) {
            connection.setAutoCommit(false);
            begun.run();
            try (var statement = connection.createStatement()) {
                statement.executeUpdate("insert into entry (id, account) values (" + id + ", 1)");
            }
            connection.commit();
        } catch (SQLException ex) {
            throw new IllegalStateException(ex);
        }
    }

    private static boolean waitsForTheLock(Thread thread) {
        return thread.getState() == Thread.State.TIMED_WAITING
                && Arrays.stream(thread.getStackTrace())
                        .anyMatch(frame -> frame.getClassName().startsWith("io.askr.jdbc.Write"));
    }

    private static void turn(TestDatabase db, int number, AtomicLong ids, ConcurrentLinkedQueue<Long> returned) {
        if (number < WRITERS) {
            returned.add(db.write(ids.incrementAndGet()));
            return;
        }
        new TransactionTemplate(db.jdbcTransactions).executeWithoutResult(status -> {
            int account = number - WRITERS;
            Integer balance =
                    db.jdbc.queryForObject("select balance from account where id = ?", Integer.class, account);
            Thread.onSpinWait();
            db.jdbc.update("update account set balance = ? where id = ?", balance + 1, account);
        });
    }

    private static int least(AtomicIntegerArray count) {
        AtomicInteger least = new AtomicInteger(Integer.MAX_VALUE);
        for (int i = 0; i < count.length(); i++) {
            least.accumulateAndGet(count.get(i), Math::min);
        }
        return least.get();
    }
}
