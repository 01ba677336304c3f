package io.askr.topic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

import io.askr.wake.CommitSignal;
import io.askr.wake.Watcher;
import io.askr.wake.WatcherSettings;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

@Timeout(120)
class LongPollTests {

    private static final Duration LONG = Duration.ofMinutes(10);
    private static final Duration BOUND = Duration.ofSeconds(30);

    @TempDir
    Path folder;

    private TopicDatabase db;

    @BeforeEach
    void open() {
        db = TopicDatabase.in(folder);
    }

    @AfterEach
    void close() {
        db.close();
    }

    @Test
    void whatIsThereComesAtOnceAndAfterTheSeqAndUpToTheLimit() {
        db.publisher.publishAll("a", List.of("1", "2", "3"));
        db.publisher.publish("b", "4");

        assertThat(texts(poll("*", 0, LONG))).containsExactly("1", "2", "3", "4");
        assertThat(texts(poll("a", 1, LONG))).containsExactly("2", "3");
        assertThat(texts(db.topics.poll(TopicFilter.of("*"), 1, 2, LONG))).containsExactly("2", "3");
        assertNothingIsLeft();
    }

    @Test
    void ourCommitEndsTheWaitsItConcernsAndNoOthers() {
        CompletableFuture<List<TopicEvent<byte[]>>> concerned = poll("orders.*", 0, LONG);
        CompletableFuture<List<TopicEvent<byte[]>>> other = poll("prices", 0, LONG);
        awaitTimers(2);
        db.publisher.publish("orders.placed", "x");

        assertThat(texts(concerned)).containsExactly("x");
        assertThat(other).isNotDone();
        assertThat(db.polls.waiting()).isOne();
    }

    @Test
    void whatIsRolledBackEndsNoWait() {
        CompletableFuture<List<TopicEvent<byte[]>>> waiting = poll("a", 0, LONG);
        awaitTimers(1);
        transaction().executeWithoutResult(status -> {
            db.publisher.publish("a", "undone");
            status.setRollbackOnly();
        });
        transaction().executeWithoutResult(status -> db.publisher.publish("a", "kept"));

        assertThat(texts(waiting)).containsExactly("kept");
    }

    @Test
    void anotherProcessEndsTheWait() throws Exception {
        Watcher watcher = new Watcher(db.database, db.signal, WatcherSettings.defaults());
        watcher.start();
        try (OtherProcess other = OtherProcess.on(db.file)) {
            CompletableFuture<List<TopicEvent<byte[]>>> waiting = poll("a", 0, LONG);
            awaitTimers(1);
            other.rollBack("a");
            other.publish("b");
            other.publish("a");

            assertThat(join(waiting)).extracting(TopicEvent::seq).containsExactly(2L);
        } finally {
            watcher.stop();
        }
    }

    @Test
    void theTimePassesWithoutEvents() {
        assertThat(join(poll("a", 0, Duration.ZERO))).isEmpty();
        long begun = System.nanoTime();
        assertThat(join(poll("a", 0, Duration.ofMillis(200)))).isEmpty();
        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isGreaterThanOrEqualTo(Duration.ofMillis(200));
        assertNothingIsLeft();
    }

    @Test
    void aWaitThatIsCancelledLeavesNothingBehind() {
        List<CompletableFuture<List<TopicEvent<byte[]>>>> waiting =
                IntStream.range(0, 100).mapToObj(n -> poll("c" + n, 0, LONG)).toList();
        awaitTimers(100);
        waiting.forEach(each -> assertThat(each.cancel(true)).isTrue());

        assertNothingIsLeft();
        assertThat(waiting).allMatch(CompletableFuture::isCancelled);
    }

    @Test
    void aWaitThatIsCancelledOrCompletedAtOnceLeavesNothingBehind() {
        for (int n = 0; n < 200; n++) {
            CompletableFuture<List<TopicEvent<byte[]>>> waiting = poll("a", 0, LONG);
            if (n % 2 == 0) {
                waiting.cancel(false);
            } else {
                waiting.complete(List.of());
            }
        }
        assertNothingIsLeft();
    }

    @Test
    void aThousandWaitsHoldNoThreadAndNoConnectionAndAllEndAtOneCommit() {
        Set<String> before = threads();
        List<CompletableFuture<List<TopicEvent<byte[]>>>> waiting = IntStream.range(0, 1000)
                .mapToObj(n -> poll(n % 2 == 0 ? "a" : "*", 0, LONG))
                .toList();
        awaitTimers(1000);
        assertThat(threads().stream().filter(thread -> !before.contains(thread)))
                .as("threads for a thousand waits")
                .hasSizeLessThanOrEqualTo(4);
        db.publisher.publish("a", "x");

        waiting.forEach(each -> assertThat(texts(each)).containsExactly("x"));
        assertNothingIsLeft();
    }

    @Test
    void aThousandWaitsEndWhenTheirTimeHasPassed() {
        List<CompletableFuture<List<TopicEvent<byte[]>>>> waiting = IntStream.range(0, 1000)
                .mapToObj(n -> poll("a", 0, Duration.ofMillis(300)))
                .toList();
        waiting.forEach(each -> assertThat(join(each)).isEmpty());
        assertNothingIsLeft();
    }

    @Test
    void whoPollsOnAndOnMissesNothing() {
        List<String> received = new ArrayList<>();
        CompletableFuture<Void> publishing = CompletableFuture.runAsync(() -> {
            for (int n = 0; n < 500; n++) {
                db.publisher.publish(n % 3 == 0 ? "a" : "b", String.valueOf(n));
            }
        });
        long after = 0;
        while (received.size() < 167) {
            for (TopicEvent<byte[]> event : join(db.topics.poll(TopicFilter.channel("a"), after, 7, LONG))) {
                received.add(text(event));
                after = event.seq();
            }
        }
        publishing.join();
        assertThat(received)
                .containsExactlyElementsOf(IntStream.range(0, 500)
                        .filter(n -> n % 3 == 0)
                        .mapToObj(String::valueOf)
                        .toList());
    }

    @Test
    void aWakeThatIsLostIsMadeGoodByALookOfItsOwn() {
        CommitSignal nobodySpeaks = new CommitSignal();
        try (TopicWakes deaf = new TopicWakes(db.database, nobodySpeaks);
                LongPolls polls = new LongPolls(db.database, db.log, deaf, Duration.ofMillis(100))) {
            CompletableFuture<List<TopicEvent<byte[]>>> waiting = polls.poll(TopicFilter.of("a"), 0, 10, LONG);
            await().atMost(BOUND).until(() -> polls.timers() == 1);
            db.publisher.publish("a", "x");

            assertThat(texts(waiting)).containsExactly("x");
            await().atMost(BOUND).until(() -> polls.timers() == 0 && polls.waiting() == 0);
        }
    }

    @Test
    void whatBlocksBehindAResultKeepsNobodyElseWaiting() throws Exception {
        CountDownLatch blocked = new CountDownLatch(20);
        CountDownLatch release = new CountDownLatch(1);
        List<CompletableFuture<Void>> blocking = new ArrayList<>();
        for (int n = 0; n < 20; n++) {
            blocking.add(poll("a", 0, LONG).thenAccept(events -> {
                blocked.countDown();
                awaitQuietly(release);
            }));
        }
        awaitTimers(20);
        db.publisher.publish("a", "x");
        assertThat(blocked.await(20, TimeUnit.SECONDS)).isTrue();

        assertThat(join(poll("b", 0, Duration.ofMillis(50)))).isEmpty();
        CompletableFuture<List<TopicEvent<byte[]>>> another = poll("b", 0, LONG);
        awaitTimers(1);
        db.publisher.publish("b", "y");
        assertThat(texts(another)).containsExactly("y");
        release.countDown();
        blocking.forEach(CompletableFuture::join);
    }

    @Test
    void whatIsAttachedRunsOnNoThreadThatPublishesReadsOrKeepsTheTime() {
        CompletableFuture<String> woken = poll("a", 0, LONG).thenApply(events -> threadName());
        CompletableFuture<String> late = poll("b", 0, Duration.ofMillis(200)).thenApply(events -> threadName());
        awaitTimers(2);
        db.publisher.publish("a", "x");

        assertThat(join(woken)).startsWith("askr-poll-result-");
        assertThat(join(late)).startsWith("askr-poll-result-");
    }

    @Test
    void aReadThatFailsFailsTheWait() {
        CompletableFuture<List<TopicEvent<byte[]>>> waiting = poll("a", 0, LONG);
        awaitTimers(1);
        db.run("alter table askr_events rename to hidden");
        db.signal.local(Set.of("a"), 1);

        assertThat(waiting)
                .failsWithin(BOUND)
                .withThrowableOfType(java.util.concurrent.ExecutionException.class)
                .withCauseInstanceOf(DataAccessException.class);
        assertNothingIsLeft();
    }

    @Test
    void insideATransactionItIsRefused() {
        transaction().executeWithoutResult(status -> assertThatIllegalStateException()
                .isThrownBy(() -> poll("a", 0, LONG))
                .withMessageContaining("transaction")
                .withMessageContaining("read("));
        assertNothingIsLeft();
    }

    @Test
    void boundsThatMakeNoSenseAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> poll("a", -1, LONG))
                .withMessageContaining("-1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> db.topics.poll(TopicFilter.of("a"), 0, 0, LONG))
                .withMessageContaining("limit of 1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> poll("a", 0, Duration.ofMillis(-1)))
                .withMessageContaining("PT-0.001S");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> poll("a", 0, Duration.ofSeconds(3601)))
                .withMessageContaining("PT1H");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> poll("a", 0, Duration.ofSeconds(Long.MAX_VALUE)))
                .withMessageContaining("PT1H");
        assertNothingIsLeft();
    }

    @Test
    void tooManyWaitsAreRefused() {
        for (int n = 0; n < LongPolls.MOST; n++) {
            poll("a", 0, LONG);
        }
        assertThatIllegalStateException().isThrownBy(() -> poll("a", 0, LONG)).withMessageContaining("10000");
        assertThat(db.polls.waiting()).isEqualTo(LongPolls.MOST);
    }

    @Test
    void aStopEndsTheWaitsWithoutEventsAndAStartTakesNewOnes() {
        List<CompletableFuture<List<TopicEvent<byte[]>>>> waiting =
                IntStream.range(0, 100).mapToObj(n -> poll("a", 0, LONG)).toList();
        db.polls.stop();
        waiting.forEach(each -> assertThat(join(each)).isEmpty());
        assertThatIllegalStateException().isThrownBy(() -> poll("a", 0, LONG)).withMessageContaining("shutting down");
        assertNothingIsLeft();

        db.polls.start();
        db.publisher.publish("a", "x");
        assertThat(texts(poll("a", 0, LONG))).containsExactly("x");
    }

    @Test
    void closedItLeavesNoThread() {
        CompletableFuture<List<TopicEvent<byte[]>>> waiting = poll("a", 0, LONG);
        awaitTimers(1);
        db.polls.close();
        db.polls.close();
        db.polls.start();

        assertThat(join(waiting)).isEmpty();
        assertThatIllegalStateException().isThrownBy(() -> poll("a", 0, LONG));
        await().atMost(BOUND)
                .untilAsserted(() -> assertThat(threads()).noneMatch(name -> name.startsWith("askr-poll-")));
    }

    private CompletableFuture<List<TopicEvent<byte[]>>> poll(String topic, long afterSeq, Duration wait) {
        return db.topics.poll(TopicFilter.of(topic), afterSeq, 100, wait);
    }

    private TransactionTemplate transaction() {
        return new TransactionTemplate(new JdbcTransactionManager(db.dataSource));
    }

    /** Each wait has a timer once its first read found nothing. */
    private void awaitTimers(int count) {
        await().atMost(BOUND).untilAsserted(() -> assertThat(db.polls.timers()).isEqualTo(count));
    }

    private void assertNothingIsLeft() {
        assertThat(db.polls.waiting()).isZero();
        await().atMost(BOUND).untilAsserted(() -> assertThat(db.polls.timers()).isZero());
        assertThat(db.wakes.targets()).isZero();
    }

    private static Set<String> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("askr"))
                .map(Thread::getName)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static String threadName() {
        return Thread.currentThread().getName();
    }

    private static List<String> texts(CompletableFuture<List<TopicEvent<byte[]>>> poll) {
        return join(poll).stream().map(LongPollTests::text).toList();
    }

    private static String text(TopicEvent<byte[]> event) {
        return new String(event.payload(), StandardCharsets.UTF_8);
    }

    private static <T> T join(CompletableFuture<T> future) {
        assertThat(future).succeedsWithin(Duration.ofSeconds(60));
        return future.join();
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException ending) {
            Thread.currentThread().interrupt();
        }
    }
}
