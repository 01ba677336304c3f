package io.askr.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class WriteLockTests {

    private static final Duration LONG = Duration.ofSeconds(20);

    private final WriteLock lock = new WriteLock("test.db");

    @Test
    void servesWaitersInTheOrderOfTheirArrival() throws Exception {
        List<Integer> served = Collections.synchronizedList(new ArrayList<>());
        List<Thread> threads = new ArrayList<>();
        WriteLock.Place first = lock.acquire(LONG);
        for (int i = 0; i < 8; i++) {
            int number = i;
            Thread thread = start(() -> {
                WriteLock.Place place = lock.acquire(LONG);
                served.add(number);
                place.close();
            });
            awaitWaiting(thread);
            threads.add(thread);
        }
        first.close();
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(served).containsExactly(0, 1, 2, 3, 4, 5, 6, 7);
    }

    @Test
    void saysWhoHoldsItWhenItDoesNotComeInTime() throws Exception {
        try (WriteLock.Place held = heldByAnother("holder-thread")) {
            assertThatExceptionOfType(WriteLockTimeoutException.class)
                    .isThrownBy(() -> lock.acquire(Duration.ofMillis(50)))
                    .withMessageContaining("test.db")
                    .withMessageContaining("50 ms")
                    .withMessageContaining("holder-thread")
                    .withMessageContaining("readOnly = true");
            assertThat(held).isNotNull();
        }
        lock.acquire(Duration.ZERO).close();
    }

    @Test
    void refusesAtOnceWhenTheThreadWouldWaitForItself() {
        WriteLock.Place held = lock.acquire(LONG);
        assertThatExceptionOfType(WriteLockHeldException.class)
                .isThrownBy(() -> lock.acquire(LONG))
                .withMessageContaining("wait for itself")
                .withMessageContaining("REQUIRED");
        held.close();
        lock.acquire(Duration.ZERO).close();
    }

    @Test
    void anInterruptedWaiterLeavesTheQueueAndKeepsItsFlag() throws Exception {
        CompletableFuture<Boolean> flag = new CompletableFuture<>();
        try (WriteLock.Place held = heldByAnother("holder")) {
            Thread waiter = start(() -> {
                try {
                    lock.acquire(LONG).close();
                } catch (WriteLockTimeoutException ex) {
                    flag.complete(Thread.currentThread().isInterrupted());
                }
            });
            awaitWaiting(waiter);
            waiter.interrupt();
            assertThat(flag.join()).isTrue();
            assertThat(held).isNotNull();
        }
        lock.acquire(Duration.ZERO).close();
    }

    @Test
    void passesOverAHolderWhoseThreadHasDied() throws Exception {
        Thread dead = start(() -> lock.acquire(LONG));
        dead.join();
        lock.acquire(Duration.ofSeconds(5)).close();
    }

    @Test
    void aLateReleaseOfADeadThreadsPlaceTakesNothingFromItsSuccessor() throws Exception {
        CompletableFuture<WriteLock.Place> lost = new CompletableFuture<>();
        start(() -> lost.complete(lock.acquire(LONG))).join();
        WriteLock.Place mine = lock.acquire(LONG);
        lost.join().close();
        assertThat(lock.isHeldByCurrentThread()).isTrue();
        mine.close();
    }

    @Test
    void aReservationIsUsedByTheNextAcquireOfItsThread() {
        lock.reserve(LONG);
        assertThat(lock.isHeldByCurrentThread()).isFalse();
        WriteLock.Place place = lock.acquireWithConnection(Duration.ZERO);
        assertThat(lock.isHeldByCurrentThread()).isTrue();
        lock.cancelReservation();
        assertThat(lock.isHeldByCurrentThread()).isTrue();
        place.close();
        lock.acquire(Duration.ZERO).close();
    }

    @Test
    void aCancelledReservationLetsTheNextOneGo() {
        lock.reserve(LONG);
        lock.cancelReservation();
        lock.acquire(Duration.ZERO).close();
    }

    @Test
    void aReservationHoldsBackWhoHasNoConnectionAndLetsPassWhoHasOne() throws Exception {
        lock.reserve(LONG);
        CompletableFuture<Void> without = CompletableFuture.runAsync(() -> {
            assertThatExceptionOfType(WriteLockTimeoutException.class)
                    .isThrownBy(() -> lock.acquire(Duration.ofMillis(50)));
        });
        without.join();
        CountDownLatch release = new CountDownLatch(1);
        CompletableFuture<Void> passed = new CompletableFuture<>();
        Thread with = start(() -> {
            WriteLock.Place place = lock.acquireWithConnection(LONG);
            passed.complete(null);
            release.await();
            place.close();
        });
        passed.join();
        assertThatExceptionOfType(WriteLockTimeoutException.class)
                .isThrownBy(() -> lock.acquireWithConnection(Duration.ofMillis(50)));
        release.countDown();
        with.join();
        lock.acquire(LONG).close();
    }

    @Test
    void whoWasPassedIsServedNext() throws Exception {
        List<String> served = Collections.synchronizedList(new ArrayList<>());
        lock.reserve(LONG);
        CountDownLatch release = new CountDownLatch(1);
        CompletableFuture<Void> passed = new CompletableFuture<>();
        Thread with = start(() -> {
            WriteLock.Place place = lock.acquireWithConnection(LONG);
            passed.complete(null);
            release.await();
            place.close();
        });
        passed.join();
        Thread late = start(() -> {
            WriteLock.Place place = lock.acquire(LONG);
            served.add("late");
            place.close();
        });
        awaitWaiting(late);
        release.countDown();
        WriteLock.Place mine = lock.acquireWithConnection(LONG);
        served.add("passed");
        mine.close();
        with.join();
        late.join();
        assertThat(served).containsExactly("passed", "late");
    }

    @Test
    void oneQueueForEachFile() {
        Path file = Path.of("/somewhere/a.db");
        WriteLock one = WriteLock.of(file);
        assertThat(WriteLock.of(Path.of("/somewhere/a.db"))).isSameAs(one);
        assertThat(WriteLock.of(Path.of("/somewhere/b.db"))).isNotSameAs(one);
    }

    private WriteLock.Place heldByAnother(String name) throws Exception {
        CompletableFuture<WriteLock.Place> place = new CompletableFuture<>();
        CountDownLatch never = new CountDownLatch(1);
        Thread thread = new Thread(
                () -> {
                    place.complete(lock.acquire(LONG));
                    try {
                        never.await();
                    } catch (InterruptedException ex) {
                        Thread.currentThread().interrupt();
                    }
                },
                name);
        thread.setDaemon(true);
        thread.start();
        return place.get();
    }

    private static Thread start(Body body) {
        Thread thread = new Thread(() -> {
            try {
                body.run();
            } catch (InterruptedException ex) {
                Thread.currentThread().interrupt();
            }
        });
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private static void awaitWaiting(Thread thread) {
        await().atMost(Duration.ofSeconds(10)).until(() -> thread.getState() == Thread.State.TIMED_WAITING);
    }

    private interface Body {
        void run() throws InterruptedException;
    }
}
