package io.askr.topic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

class SubscriberStoreTests {

    private static final long NOW = TopicDatabase.START.getEpochSecond();

    @TempDir
    Path folder;

    private TopicDatabase db;

    @BeforeEach
    void open() {
        db = TopicDatabase.in(folder);
        db.publisher.publishAll("a", List.of("1", "2", "3"));
    }

    @AfterEach
    void close() {
        db.close();
    }

    @Test
    void aNewSubscriberBeginsWhereItSaysAndAnOldOneWhereItWas() {
        assertThat(db.subscribers.open("early", StartPosition.earliest())).isZero();
        assertThat(db.subscribers.open("late", StartPosition.latest())).isEqualTo(3);
        assertThat(db.subscribers.open("two", StartPosition.afterSeq(2))).isEqualTo(2);
        db.publisher.publish("a", "4");
        assertThat(db.subscribers.open("late", StartPosition.latest())).isEqualTo(3);
        assertThat(db.subscribers.open("early", StartPosition.latest())).isZero();
        assertThat(db.subscribers.cursors()).isEqualTo(Map.of("early", 0L, "late", 3L, "two", 2L));
        assertThat(db.rows("select updated_at from askr_subscribers where name = 'late'"))
                .containsExactly(String.valueOf(NOW));
    }

    @Test
    void severalCursorsMoveTogetherAndTheOneThatWasMovedStays() {
        db.subscribers.open("one", StartPosition.earliest());
        db.subscribers.open("two", StartPosition.earliest());
        db.subscribers.advance("two", 0, 1);

        CursorMove refused = new CursorMove("two", 0, 3);
        assertThat(db.subscribers.advanceAll(List.of(new CursorMove("one", 0, 2), refused)))
                .containsExactly(refused);
        assertThat(db.subscribers.cursors()).isEqualTo(Map.of("one", 2L, "two", 1L));
    }

    @Test
    void aCursorOfAnotherProgramIsTakenAsItIs() {
        db.run("insert into askr_subscribers (name, cursor) values ('php worker', 2), ('ours', 1)");
        assertThat(db.subscribers.open("ours", StartPosition.latest())).isEqualTo(1);
        assertThat(db.subscribers.cursor("php worker")).contains(2L);
        assertThat(db.subscribers.cursor("nobody")).isEmpty();
    }

    @Test
    void namesThatAreNotAllowedAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> db.subscribers.open("two words", StartPosition.earliest()))
                .withMessageContaining("subscriber")
                .withMessageContaining("position 3");
    }

    @Test
    void ofManyThatOpenANewNameOneDecides() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            List<Callable<Long>> opens = IntStream.range(0, 24)
                    .<Callable<Long>>mapToObj(n -> () -> {
                        db.publisher.publish("a", "x");
                        return db.subscribers.open("raced", StartPosition.latest());
                    })
                    .toList();
            List<Long> positions = threads.invokeAll(opens).stream()
                    .map(SubscriberStoreTests::get)
                    .toList();
            assertThat(positions).allMatch(positions.get(0)::equals);
            assertThat(db.subscribers.cursor("raced")).contains(positions.get(0));
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void aCursorMovesOnlyFromWhereItWasSeen() {
        db.subscribers.open("s", StartPosition.earliest());
        db.clock.advance(Duration.ofSeconds(5));

        assertThat(db.subscribers.advance("s", 0, 2)).isTrue();
        assertThat(db.subscribers.advance("s", 0, 3)).isFalse();
        assertThat(db.subscribers.advance("s", 2, 2)).isTrue();
        assertThat(db.subscribers.advance("nobody", 0, 1)).isFalse();
        assertThat(db.rows("select cursor, updated_at from askr_subscribers")).containsExactly("2|" + (NOW + 5));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> db.subscribers.advance("s", 2, 1))
                .withMessageContaining("from 2 to 1");
    }

    @Test
    void anAdvanceInATransactionGoesWithIt() {
        db.subscribers.open("s", StartPosition.earliest());
        new TransactionTemplate(new JdbcTransactionManager(db.dataSource)).executeWithoutResult(status -> {
            assertThat(db.subscribers.advance("s", 0, 3)).isTrue();
            status.setRollbackOnly();
        });
        assertThat(db.subscribers.cursor("s")).contains(0L);
    }

    @Test
    void parkingStoresTheEventAndMovesTheCursor() {
        db.subscribers.open("s", StartPosition.earliest());
        TopicEvent<byte[]> event = new TopicEvent<>(
                2, "a", new byte[] {0, (byte) 0xff}, Map.of("k", "v"), Instant.ofEpochSecond(NOW - 60));

        assertThat(db.subscribers.park(new ParkedEvent("s", event, 4, new IllegalStateException("boom")), 0, 2))
                .isTrue();

        assertThat(db.subscribers.cursor("s")).contains(2L);
        assertThat(db.rows("select queue, hex(payload), typeof(payload), attempts, failed_at, channel, seq, headers,"
                        + " event_created_at, source_id, length(uuid) from askr_failed_jobs"))
                .containsExactly("subscriber:s|00FF|blob|4|" + NOW + "|a|2|{\"k\":\"v\"}|" + (NOW - 60) + "|null|36");
        assertThat(db.rows("select exception from askr_failed_jobs").get(0))
                .startsWith("java.lang.IllegalStateException: boom")
                .contains("SubscriberStoreTests");
    }

    @Test
    void parkingWhereTheCursorHasMovedWritesNothing() {
        db.subscribers.open("s", StartPosition.afterSeq(1));
        TopicEvent<byte[]> event = new TopicEvent<>(2, "a", new byte[0], Map.of(), Instant.EPOCH);

        assertThat(db.subscribers.park(new ParkedEvent("s", event, 1, new RuntimeException()), 0, 2))
                .isFalse();
        assertThat(db.subscribers.cursor("s")).contains(1L);
        assertThat(db.rows("select count(*) from askr_failed_jobs")).containsExactly("0");
    }

    @Test
    void anEmptyPayloadIsParkedOnBareTables() {
        try (TopicDatabase bare = TopicDatabase.bare(folder)) {
            bare.subscribers.open("s", StartPosition.earliest());
            TopicEvent<byte[]> event = new TopicEvent<>(1, "a", new byte[0], Map.of(), Instant.EPOCH);
            assertThat(bare.subscribers.park(new ParkedEvent("s", event, 1, new RuntimeException("x")), 0, 1))
                    .isTrue();
            assertThat(bare.rows("select queue, typeof(payload), length(payload) from askr_failed_jobs"))
                    .containsExactly("subscriber:s|blob|0");
        }
    }

    @Test
    void theFailureIsCutAndItsOwnFailuresHoldNothingUp() {
        assertThat(FailureText.of(new RuntimeException("x".repeat(20_000)))).hasSize(8000);
        assertThat(FailureText.of(new RuntimeException() {
                    @Override
                    public String getMessage() {
                        throw new IllegalStateException();
                    }
                }))
                .contains("SubscriberStoreTests")
                .contains("IllegalStateException");
    }

    private static Long get(Future<Long> future) {
        try {
            return future.get();
        } catch (Exception failure) {
            throw new IllegalStateException(failure);
        }
    }
}
