package io.askr.topic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import io.askr.jdbc.AskrDatabase;
import io.askr.jdbc.DatabaseSettings;
import io.askr.jdbc.Schema;
import io.askr.wake.CommitSignal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TopicWakesTests {

    @TempDir
    Path folder;

    private TopicDatabase db;
    private TopicWakes wakes;

    @BeforeEach
    void open() {
        db = TopicDatabase.in(folder);
        wakes = new TopicWakes(db.database, db.signal);
    }

    @AfterEach
    void close() {
        wakes.close();
        db.close();
    }

    @Test
    void aNewTargetIsWokenOnce() {
        Recorder target = register("a");
        assertThat(target.woken).hasValue(1);
    }

    @Test
    void ourOwnCommitWakesOnlyWhomItConcerns() {
        Recorder a = register("a");
        Recorder b = register("b");
        Recorder all = register("*");
        db.publisher.publish("a", "x");

        assertThat(a.woken).hasValue(2);
        assertThat(b.woken).hasValue(1);
        assertThat(all.woken).hasValue(2);
        assertThat(a.skipped).isEmpty();
    }

    @Test
    void aForeignCommitWakesWhomItConcernsAndMovesTheOthersOn() {
        Recorder a = register("a");
        Recorder b = register("b.*");
        firstLook(a, b);

        foreign("a", "c", "a");
        a.awaitWoken(3);
        b.awaitSkip(0, 3);
        foreign("b.1");
        b.awaitWoken(3);
        a.awaitSkip(3, 4);
        assertThat(a.woken).hasValue(3);
    }

    @Test
    void aForeignCommitBelowOneOfOursIsNotMissed() {
        Recorder ours = register("ours");
        Recorder theirs = register("theirs");
        firstLook(ours, theirs);

        insert("theirs");
        db.publisher.publish("ours", "x");
        assertThat(theirs.woken).hasValue(2);
        db.signal.foreign();

        theirs.awaitWoken(3);
    }

    @Test
    void whoHasReadFurtherIsMovedOnInsteadOfWoken() {
        Recorder a = register("a");
        Recorder b = register("b");
        firstLook(a, b);
        db.publisher.publish("a", "x");
        assertThat(a.woken).hasValue(3);
        a.reached = 1;
        insert("b");
        db.signal.foreign();

        b.awaitWoken(3);
        a.awaitSkip(1, 2);
        assertThat(a.woken).hasValue(3);
    }

    @Test
    void afterMoreThanAWindowEverybodyIsWoken() {
        Recorder a = register("a");
        firstLook(a);
        db.run(
                """
                with recursive n(i) as (select 1 union all select i + 1 from n where i < 10001)
                insert into askr_events (channel, payload) select 'noise', x'00' from n
                """);
        db.signal.foreign();
        a.awaitWoken(3);
        foreign("noise");
        a.awaitSkip(10_001, 10_002);
    }

    @Test
    void aLogThatWentBackWakesEverybody() {
        Recorder a = register("a");
        firstLook(a);
        foreign("b", "b", "b");
        a.awaitSkip(0, 3);
        db.run("delete from askr_events", "delete from sqlite_sequence");
        insert("b");
        db.signal.foreign();
        a.awaitWoken(3);
    }

    @Test
    void aTargetThatLeftHearsNothingAndOneThatThrowsHarmsNobody() {
        Recorder left = new Recorder();
        TopicWakes.Registration registration = wakes.register(TopicFilter.of("*"), left);
        wakes.register(TopicFilter.of("*"), new TopicWakes.Target() {
            @Override
            public void wake() {
                throw new IllegalStateException("expected in this test");
            }

            @Override
            public void skip(long from, long to) {
                throw new IllegalStateException("expected in this test");
            }
        });
        Recorder stays = register("*");
        registration.close();
        registration.close();
        db.publisher.publish("a", "x");

        assertThat(stays.woken).hasValue(2);
        assertThat(left.woken).hasValue(1);
    }

    @Test
    void aLookThatFailsShowsAndIsMadeAgain() {
        Recorder a = register("a");
        firstLook(a);
        db.run("alter table askr_events rename to hidden");
        db.signal.foreign();
        await().untilAsserted(() -> assertThat(wakes.failure()).isPresent());
        db.run("alter table hidden rename to askr_events");
        insert("a");

        a.awaitWoken(3);
        await().untilAsserted(() -> assertThat(wakes.failure()).isEmpty());
    }

    @Test
    void whoRegistersAgainIsNotToldOfWhatNobodyLookedAt() {
        Recorder first = new Recorder();
        TopicWakes.Registration registration = wakes.register(TopicFilter.of("a"), first);
        firstLook(first);
        registration.close();
        foreign("a", "b");
        Recorder second = register("a");
        foreign("b");
        second.awaitWoken(2);
        foreign("b");
        second.awaitSkip(3, 4);
        assertThat(first.woken).hasValue(2);
    }

    @Test
    void inMemoryOurOwnCommitsMoveTheOthersOn() {
        HikariDataSource pool = new HikariDataSource();
        pool.setJdbcUrl("jdbc:sqlite::memory:");
        pool.setMaximumPoolSize(1);
        new Schema().initialize(pool);
        CommitSignal signal = new CommitSignal();
        try (pool;
                AskrDatabase memory = AskrDatabase.open(pool, null, DatabaseSettings.defaults(), db.clock);
                TopicWakes inMemory = new TopicWakes(memory, signal)) {
            AskrTopicPublisher publisher = new AskrTopicPublisher(memory, db.codec, signal);
            Recorder a = new Recorder();
            inMemory.register(TopicFilter.of("a"), a);
            publisher.publish("b", "x");
            a.awaitWoken(2);
            publisher.publish("b", "x");
            a.awaitSkip(1, 2);
        }
    }

    @Test
    void closedItTakesNobodyAndItsThreadEnds() {
        register("a");
        wakes.close();
        assertThatIllegalStateException().isThrownBy(() -> register("b")).withMessageContaining("closed");
        assertThat(Thread.getAllStackTraces().keySet())
                .noneMatch(thread -> thread.getName().equals("askr-topic-wakes") && thread.isAlive());
    }

    private Recorder register(String topic) {
        Recorder target = new Recorder();
        wakes.register(TopicFilter.of(topic), target);
        return target;
    }

    /** The first look knows nothing of what was before, and wakes everybody. */
    private void firstLook(Recorder... targets) {
        db.signal.foreign();
        for (Recorder target : targets) {
            target.awaitWoken(2);
        }
    }

    private void foreign(String... channels) {
        for (String channel : channels) {
            insert(channel);
        }
        db.signal.foreign();
    }

    private void insert(String channel) {
        db.run("insert into askr_events (channel, payload) values ('" + channel + "', 'x')");
    }

    private static final class Recorder implements TopicWakes.Target {

        private final AtomicInteger woken = new AtomicInteger();
        private final List<String> skipped = new CopyOnWriteArrayList<>();
        private volatile long reached = -1;

        @Override
        public void wake() {
            woken.incrementAndGet();
        }

        @Override
        public void skip(long from, long to) {
            skipped.add(from + " to " + to);
        }

        @Override
        public long reached() {
            return reached;
        }

        void awaitWoken(int times) {
            await().atMost(Duration.ofSeconds(10))
                    .untilAsserted(() -> assertThat(woken).hasValue(times));
        }

        void awaitSkip(long from, long to) {
            await().atMost(Duration.ofSeconds(10))
                    .untilAsserted(() -> assertThat(skipped).contains(from + " to " + to));
        }
    }
}
