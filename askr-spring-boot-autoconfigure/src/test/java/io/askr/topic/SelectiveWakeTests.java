package io.askr.topic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.askr.wake.Commit;
import io.askr.wake.WakeSource;
import io.askr.wake.Watcher;
import io.askr.wake.WatcherSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** What a commit costs a process with a thousand subscribers on a thousand channels, in statements. */
@Timeout(120)
class SelectiveWakeTests {

    private static final int SUBSCRIBERS = 1000;
    private static final Duration BOUND = Duration.ofSeconds(30);

    @TempDir
    Path folder;

    private CountingOpener statements;
    private TopicDatabase db;
    private Watcher watcher;

    @BeforeEach
    void open() {
        db = TopicDatabase.in(folder, dataSource -> {
            statements = new CountingOpener(dataSource);
            return statements;
        });
        watcher = new Watcher(db.database, db.signal, WatcherSettings.defaults());
    }

    @AfterEach
    void close() {
        watcher.stop();
        db.close();
    }

    @Test
    void aCommitOfAnotherProcessCostsOneQueryAndTheReadOfTheOneItConcerns() throws Exception {
        try (OtherProcess other = OtherProcess.on(db.file)) {
            List<CompletableFuture<List<TopicEvent<byte[]>>>> waiting = IntStream.range(0, SUBSCRIBERS)
                    .mapToObj(n -> db.topics.poll(TopicFilter.channel("c" + n), 0, 10, Duration.ofMinutes(10)))
                    .toList();
            await().atMost(BOUND).until(() -> db.polls.timers() == SUBSCRIBERS);
            watcher.start();
            await().atMost(BOUND).untilAsserted(() -> assertThat(statements.run(CountingOpener.LAST))
                    .as("reads at the start, the first look, and the reads after it")
                    .isEqualTo(2 * SUBSCRIBERS + 1));

            for (int n = 0; n < 20; n++) {
                statements.reset();
                other.publish("c" + n);
                assertThat(waiting.get(n)).succeedsWithin(BOUND);
                assertThat(statements.run(CountingOpener.CHANGES))
                        .as("%s", statements)
                        .isEqualTo(1);
                assertThat(statements.run(CountingOpener.PAGE))
                        .as("%s", statements)
                        .isEqualTo(1);
                assertThat(statements.run(CountingOpener.LAST))
                        .as("%s", statements)
                        .isEqualTo(2);
            }
            assertThat(db.polls.waiting()).isEqualTo(SUBSCRIBERS - 20);
        }
    }

    @Test
    void ourOwnCommitsAloneCostNoLookAndWakeOnlyTheOneTheyConcern() {
        List<Counter> targets = thousandTargets();
        firstLook(targets);
        statements.reset();
        for (int n = 0; n < 100; n++) {
            db.publisher.publish("c7", "x");
        }
        assertThat(targets.get(7).wakes).hasValue(102);
        assertThat(targets).filteredOn(target -> target.wakes.get() != 2).hasSize(1);
        assertThat(statements.run(CountingOpener.LAST)).isZero();
        assertThat(statements.run(CountingOpener.CHANGES)).isZero();
    }

    @Test
    void whatWeCommittedIsNotReadAgainWhenTheDatabaseIsSeenToHaveMoved() {
        List<Counter> targets = thousandTargets();
        firstLook(targets);
        statements.reset();
        for (int n = 1; n <= 100; n++) {
            long seq = db.publisher.publish("c7", "x");
            targets.get(7).reached = seq;
            db.signal.foreign();
            await().atMost(BOUND).pollInterval(Duration.ofMillis(1)).until(() -> targets.get(8).skippedTo == seq);
        }
        assertThat(statements.run(CountingOpener.CHANGES)).as("%s", statements).isZero();
        assertThat(statements.run(CountingOpener.LAST)).as("%s", statements).isEqualTo(100);
        assertThat(targets).filteredOn(target -> target.wakes.get() != 2).hasSizeLessThanOrEqualTo(1);
    }

    @Test
    void underTheWatcherOurOwnCommitsCostAtMostOneCheckEachTimeItSeesThem() {
        watcher.start();
        List<Counter> targets = thousandTargets();
        firstLook(targets);
        statements.reset();
        long before = looksThatFoundCommits();
        for (int n = 0; n < 100; n++) {
            targets.get(7).reached = db.publisher.publish("c7", "x");
        }
        await().atMost(BOUND)
                .untilAsserted(() -> assertThat(targets.get(8).skippedTo).isEqualTo(100));

        assertThat(statements.run(CountingOpener.LAST))
                .isLessThanOrEqualTo((int) (looksThatFoundCommits() - before) + 2);
        assertThat(statements.run(CountingOpener.PAGE)).isZero();
        assertThat(targets).filteredOn(target -> target.wakes.get() > 3).hasSizeLessThanOrEqualTo(1);
    }

    private long looksThatFoundCommits() {
        return Arrays.stream(WakeSource.values())
                .filter(source -> source != WakeSource.LOCAL)
                .mapToLong(watcher::wakeups)
                .sum();
    }

    @Test
    void aBulkOfOursWakesNobodyElse() {
        List<Counter> targets = thousandTargets();
        firstLook(targets);
        db.publisher.publishAll("c7", IntStream.range(0, 12_000).boxed().toList());
        db.signal.foreign();

        await().atMost(BOUND)
                .untilAsserted(() -> assertThat(targets.get(8).skippedTo).isEqualTo(12_000));
        assertThat(targets).filteredOn(target -> target.wakes.get() != 2).hasSize(1);
    }

    @Test
    void aSeqThatWeGaveUpAtASavepointIsSeenWhenAnotherTakesIt() {
        List<Counter> targets = thousandTargets();
        firstLook(targets);
        JdbcTransactionManager transactions = new JdbcTransactionManager(db.dataSource);
        new TransactionTemplate(transactions).executeWithoutResult(outer -> {
            Object savepoint = outer.createSavepoint();
            db.publisher.publish("c1", "given up");
            outer.rollbackToSavepoint(savepoint);
        });
        db.run("insert into askr_events (channel, payload) values ('c2', 'takes its seq')");
        db.publisher.publish("c3", "x");
        db.signal.foreign();

        await().atMost(BOUND)
                .untilAsserted(() -> assertThat(targets.get(2).wakes).hasValue(3));
        await().atMost(BOUND).untilAsserted(() -> assertThat(targets.get(1).skippedTo)
                .as("whoever was told of the seq that was given up is moved on all the same")
                .isEqualTo(2));
    }

    @Test
    void whatATriggerInsertsBesideOurEventIsSeen() {
        db.run(
                """
                create trigger copies after insert on askr_events when new.channel = 'c1' begin
                  insert into askr_events (channel, payload) values ('c2', new.payload);
                end
                """);
        List<Counter> targets = thousandTargets();
        firstLook(targets);
        db.publisher.publishAll("c1", List.of("1", "2", "3"));
        db.publisher.publish("c1", "4");
        db.signal.foreign();

        await().atMost(BOUND)
                .untilAsserted(() -> assertThat(targets.get(2).wakes).hasValue(3));
    }

    @Test
    void ourSignalsThatComeLateAndInAnotherOrderAreUnderstood() {
        List<Counter> targets = thousandTargets();
        firstLook(targets);
        db.run("insert into askr_events (channel, payload) values ('c1', 'x'), ('c2', 'x'), ('c3', 'x'), ('c4', 'x')");
        db.signal.local(new Commit.Local(Set.of("c2"), 2, 2));
        db.signal.local(new Commit.Local(Set.of("c4"), 4, 4));
        db.signal.local(new Commit.Local(Set.of("c3"), 3, 3));
        db.signal.foreign();

        await().atMost(BOUND)
                .untilAsserted(() -> assertThat(targets.get(1).wakes).hasValue(3));
        db.signal.local(new Commit.Local(Set.of("c1"), 1, 1));
        db.run("insert into askr_events (channel, payload) values ('c5', 'x')");
        db.signal.foreign();
        await().atMost(BOUND)
                .untilAsserted(() -> assertThat(targets.get(5).wakes).hasValue(3));
    }

    @Test
    void readsKeepTheirStatements() {
        db.publisher.publish("a", "x".repeat((int) TopicLog.INLINE_BYTES + 1));
        statements.reset();
        for (int n = 0; n < 200; n++) {
            db.topics.read(TopicFilter.channel("a"), 0, 10);
            db.topics.read(TopicFilter.pattern("*"), 0, 10);
            assertThat(db.topics.poll(TopicFilter.channels("a", "b"), 0, 10, Duration.ZERO))
                    .succeedsWithin(BOUND);
        }
        int connections = statements.prepared("begin");
        assertThat(connections).isLessThanOrEqualTo(4);
        assertThat(statements.run("begin")).isGreaterThanOrEqualTo(600);
        for (String piece : List.of(CountingOpener.LAST, "not indexed", "where seq = ?", "commit")) {
            assertThat(statements.run(piece)).as(piece).isGreaterThanOrEqualTo(200);
            assertThat(statements.prepared(piece)).as(piece).isLessThanOrEqualTo(connections);
        }
        assertThat(statements.prepared(CountingOpener.PAGE)).isLessThanOrEqualTo(2 * connections);
    }

    private List<Counter> thousandTargets() {
        List<Counter> targets = new ArrayList<>();
        for (int n = 0; n < SUBSCRIBERS; n++) {
            Counter target = new Counter();
            db.wakes.register(TopicFilter.channel("c" + n), target);
            targets.add(target);
        }
        return targets;
    }

    /** The first look knows nothing of what was before, and wakes everybody; the watcher's start may have been one. */
    private void firstLook(List<Counter> targets) {
        db.signal.foreign();
        await().atMost(BOUND).untilAsserted(() -> assertThat(targets).allMatch(target -> target.wakes.get() >= 2));
    }

    private static final class Counter implements TopicWakes.Target {

        private final AtomicInteger wakes = new AtomicInteger();
        private volatile long reached = -1;
        private volatile long skippedTo;

        @Override
        public void wake() {
            wakes.incrementAndGet();
        }

        @Override
        public void skip(long from, long to) {
            skippedTo = to;
        }

        @Override
        public long reached() {
            return reached;
        }
    }
}
