package io.askr.topic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.askr.payload.PayloadConversionException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.core.ParameterizedTypeReference;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

class TopicLogTests {

    private static final TopicFilter ALL = TopicFilter.pattern("*");
    private static final long MUCH = Long.MAX_VALUE;

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
    void readsNamesSetsAndPatternsInOrder() {
        for (String channel : List.of("a", "b.1", "c", "b.2", "a", "c")) {
            db.publisher.publish(channel, channel);
        }
        assertThat(seqs(TopicFilter.channel("a"), 0)).containsExactly(1L, 5L);
        assertThat(seqs(TopicFilter.channels("c", "a"), 0)).containsExactly(1L, 3L, 5L, 6L);
        assertThat(seqs(TopicFilter.pattern("b.*"), 0)).containsExactly(2L, 4L);
        assertThat(seqs(TopicFilter.of("b.[2]", "c"), 0)).containsExactly(3L, 4L, 6L);
        assertThat(seqs(ALL, 4)).containsExactly(5L, 6L);
        assertThat(seqs(TopicFilter.channel("b.*"), 0)).isEmpty();
    }

    @Test
    void aFullPageReachesItsLastEventAndAShortOneTheMaximum() {
        db.publisher.publishAll("a", List.of("1", "2", "3"));
        db.publisher.publish("b", "4");

        for (TopicFilter filter : List.of(TopicFilter.channel("a"), TopicFilter.of("a", "x*"))) {
            assertThat(db.log.page(filter, 0, 2, MUCH).reached()).isEqualTo(2);
            assertThat(db.log.page(filter, 0, 3, MUCH).reached()).isEqualTo(3);
            assertThat(db.log.page(filter, 0, 4, MUCH).reached()).isEqualTo(4);
            assertThat(db.log.page(filter, 3, 4, MUCH)).isEqualTo(new TopicPage(List.of(), 4, 4));
            assertThat(db.log.page(filter, 99, 4, MUCH)).isEqualTo(new TopicPage(List.of(), 99, 4));
        }
    }

    @Test
    void anEmptiedLogStillKnowsItsEnd() {
        db.publisher.publishAll("a", List.of("1", "2", "3"));
        assertThat(db.log.firstSeq()).isEqualTo(1);
        db.run("delete from askr_events where seq < 3");
        assertThat(db.log.firstSeq()).isEqualTo(3);
        db.run("delete from askr_events");

        assertThat(db.log.lastSeq()).isEqualTo(3);
        assertThat(db.log.firstSeq()).isZero();
        assertThat(db.log.page(TopicFilter.channel("a"), 0, 10, MUCH).reached()).isEqualTo(3);
        assertThat(db.log.page(ALL, 0, 10, MUCH).reached()).isEqualTo(3);
        assertThat(db.publisher.publish("a", "4")).isEqualTo(4);
    }

    @Test
    void anUnusedLogIsAtZero() {
        assertThat(db.log.lastSeq()).isZero();
        assertThat(db.log.firstSeq()).isZero();
        assertThat(db.log.page(ALL, 0, 1, 1)).isEqualTo(new TopicPage(List.of(), 0, 0));
        assertThat(db.log.position(StartPosition.since(Instant.EPOCH))).isZero();
    }

    @Test
    void aPageStopsByBytesButNeverBeforeItsFirstEvent() {
        for (int size : new int[] {100, 100, 100, 40_000, 50}) {
            db.publisher.publish("a", new byte[size]);
        }
        for (TopicFilter filter : List.of(TopicFilter.channel("a"), ALL)) {
            TopicPage two = db.log.page(filter, 0, 10, 250);
            assertThat(two.events()).hasSize(2);
            assertThat(two.reached()).isEqualTo(2);

            TopicPage big = db.log.page(filter, 3, 10, 250);
            assertThat(big.events()).hasSize(1);
            assertThat(big.events().get(0).payload()).hasSize(40_000);
            assertThat(big.reached()).isEqualTo(4);

            assertThat(db.log.page(filter, 0, 10, 40_350).reached()).isEqualTo(5);
        }
    }

    @Test
    void bigPayloadsKeepTheirBytesAndTheirPlace() {
        Random random = new Random(7);
        List<byte[]> payloads = new ArrayList<>();
        for (int size : new int[] {1, 16_384, 16_385, 300_000, 0, 70_000}) {
            byte[] payload = new byte[size];
            random.nextBytes(payload);
            payloads.add(payload);
        }
        db.publisher.publishAll("a", payloads);

        assertThat(db.topics.read(TopicFilter.channel("a"), 0, 10).stream()
                        .map(TopicEvent::payload)
                        .toArray(byte[][]::new))
                .isDeepEqualTo(payloads.toArray(byte[][]::new));
    }

    @Test
    void patternsAreReadOverManyWindowsAndWideGaps() {
        db.run(
                """
                with recursive n(i) as (select 1 union all select i + 1 from n where i < 25000)
                insert into askr_events (channel, payload) select 'noise', x'00' from n
                """,
                "insert into askr_events (seq, channel, payload) values (9007199254740993, 'rare.1', x'01')",
                "insert into askr_events (channel, payload) values ('noise', x'00')",
                "insert into askr_events (seq, channel, payload) values (9223372036854775807, 'rare.2', x'01')");

        TopicPage page = db.log.page(TopicFilter.pattern("rare.*"), 0, 10, MUCH);
        assertThat(page.events()).extracting(TopicEvent::seq).containsExactly(9007199254740993L, Long.MAX_VALUE);
        assertThat(page.reached()).isEqualTo(Long.MAX_VALUE);
        assertThat(db.log.page(TopicFilter.pattern("rare.*"), 0, 1, MUCH).reached())
                .isEqualTo(9007199254740993L);
        assertThat(db.log.page(TopicFilter.pattern("none.*"), 0, 1, MUCH).reached())
                .isEqualTo(Long.MAX_VALUE);
        assertThat(db.log
                        .page(TopicFilter.pattern("noise*"), 24_000, 5000, MUCH)
                        .events())
                .hasSize(1001);
    }

    @Test
    void manyNamesAreReadToo() {
        db.publisher.publish("c7", "x");
        db.publisher.publish("other", "x");
        db.publisher.publish("c499", "x");
        for (int names : new int[] {TopicLog.MAX_ARMS, TopicFilter.MAX_TOPICS}) {
            String[] many = IntStream.range(0, names).mapToObj(n -> "c" + n).toArray(String[]::new);
            TopicPage page = db.log.page(TopicFilter.channels(many), 0, 10, MUCH);
            assertThat(page.events()).hasSize(names > 499 ? 2 : 1);
            assertThat(page.reached()).isEqualTo(3);
        }
    }

    @Test
    void whatOtherProgramsStoreReadsAsTheBytesOfItsText() {
        db.run(
                "insert into askr_events (channel, payload) values ('a', 'text ü')",
                "insert into askr_events (channel, payload) values ('a', 42)",
                "insert into askr_events (channel, payload) values ('a', 1.5)",
                "insert into askr_events (channel, payload) values ('a', cast(x'610062' as text))",
                "insert into askr_events (channel, payload) values ('a', '')",
                "insert into askr_events (channel, payload) values ('a', zeroblob(0))",
                "insert into askr_events (channel, payload) values ('a b * [weird] ''', x'00ff')");

        assertThat(db.topics.read(TopicFilter.channel("a"), 0, 10, String.class))
                .extracting(TopicEvent::payload)
                .containsExactly("text ü", "42", "1.5", "a\0b", "", "");
        assertThat(db.topics
                        .read(TopicFilter.channel("a b * [weird] '"), 0, 10)
                        .get(0)
                        .payload())
                .containsExactly(0, 0xff);
        assertThat(db.topics.read(ALL, 0, 10)).hasSize(7);
    }

    @Test
    void strangeTimesAndHeadersHoldNothingUp() {
        db.run(
                "insert into askr_events (channel, payload, created_at) values ('a', 'x', 9223372036854775807)",
                "insert into askr_events (channel, payload, created_at) values ('a', 'x', 'yesterday')",
                "insert into askr_events (channel, payload, headers) values ('a', 'x', '{broken')",
                "insert into askr_events (channel, payload, headers) values ('a', 'x', '[1]')",
                "insert into askr_events (channel, payload, headers) values ('a', 'x', '{\"n\":1,\"t\":\"u\",\"z\":null}')");

        List<TopicEvent<byte[]>> events = db.topics.read(TopicFilter.channel("a"), 0, 10);
        assertThat(events).hasSize(5);
        assertThat(events.get(0).createdAt()).isEqualTo(Instant.MAX.truncatedTo(java.time.temporal.ChronoUnit.SECONDS));
        assertThat(events.get(2).headers()).isEmpty();
        assertThat(events.get(3).headers()).isEmpty();
        assertThat(events.get(4).headers()).isEqualTo(Map.of("n", "1", "t", "u", "z", "null"));
    }

    @Test
    void typedReadsNameTheEventThatCannotBeRead() {
        db.publisher.publish("n", List.of(1, 2));
        db.publisher.publish("n", "nonsense");
        assertThat(db.topics
                        .read(TopicFilter.channel("n"), 0, 1, new ParameterizedTypeReference<List<Long>>() {})
                        .get(0)
                        .payload())
                .containsExactly(1L, 2L);
        assertThatThrownBy(() -> db.topics.read(TopicFilter.channel("n"), 0, 5, Integer[].class))
                .isInstanceOf(PayloadConversionException.class)
                .hasMessageContaining("event 2")
                .hasMessageContaining("\"n\"");
    }

    @Test
    void insideATransactionReachedIsNeverBeyondTheEvents() {
        db.publisher.publish("a", "1");
        TransactionTemplate transaction = new TransactionTemplate(new JdbcTransactionManager(db.dataSource));
        transaction.executeWithoutResult(status -> {
            db.publisher.publish("b", "2");
            assertThat(db.log.page(TopicFilter.channel("a"), 0, 5, MUCH).reached())
                    .isEqualTo(1);
            assertThat(db.log.page(TopicFilter.pattern("a*"), 1, 5, MUCH).reached())
                    .isEqualTo(1);
            assertThat(seqs(ALL, 0)).containsExactly(1L, 2L);
            status.setRollbackOnly();
        });
        assertThat(db.log.lastSeq()).isEqualTo(1);
    }

    @Test
    void positionsMeanWhatTheySay() {
        db.publisher.publish("a", "1");
        db.clock.advance(Duration.ofSeconds(10));
        db.publisher.publish("a", "2");
        db.publisher.publish("a", "3");
        db.clock.advance(Duration.ofSeconds(10));
        db.publisher.publish("a", "4");

        Instant start = TopicDatabase.START;
        assertThat(db.log.position(StartPosition.earliest())).isZero();
        assertThat(db.log.position(StartPosition.latest())).isEqualTo(4);
        assertThat(db.log.position(StartPosition.afterSeq(2))).isEqualTo(2);
        assertThat(db.log.position(StartPosition.since(start))).isZero();
        assertThat(db.log.position(StartPosition.since(start.plusSeconds(1)))).isEqualTo(1);
        assertThat(db.log.position(StartPosition.since(start.plusSeconds(10)))).isEqualTo(1);
        assertThat(db.log.position(StartPosition.since(start.plusMillis(10_900))))
                .isEqualTo(1);
        assertThat(db.log.position(StartPosition.since(start.plusSeconds(11)))).isEqualTo(3);
        assertThat(db.log.position(StartPosition.since(start.plusSeconds(21)))).isEqualTo(4);
    }

    @Test
    void sinceLeavesNothingOutWhereClocksHadJumped() {
        Instant start = TopicDatabase.START;
        for (int second : new int[] {0, 100, 0, 50, 100}) {
            db.clock.set(start.plusSeconds(second));
            db.publisher.publish("a", "x");
        }
        assertThat(db.log.position(StartPosition.since(start.plusSeconds(60)))).isEqualTo(1);
        db.run("delete from askr_events where seq < 3");
        assertThat(db.log.position(StartPosition.since(start.plusSeconds(60)))).isEqualTo(4);
        assertThat(db.log.position(StartPosition.since(start))).isEqualTo(2);
    }

    @Test
    void sinceWalksOverManyWindows() {
        db.run(
                """
                with recursive n(i) as (select 1 union all select i + 1 from n where i < 25000)
                insert into askr_events (channel, payload, created_at) select 'a', x'00', i from n
                """);
        assertThat(db.log.position(StartPosition.since(Instant.ofEpochSecond(24_321))))
                .isEqualTo(24_320);
        assertThat(db.log.position(StartPosition.since(Instant.ofEpochSecond(25_001))))
                .isEqualTo(25_000);
    }

    @Test
    void boundsThatMakeNoSenseAreRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> db.topics.read(ALL, -1, 10));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> db.topics.read(ALL, 0, 0))
                .withMessageContaining("0 events");
    }

    @Test
    void aBareTableReadsAsIfNothingHadHeaders() {
        try (TopicDatabase bare = TopicDatabase.bare(folder)) {
            bare.run("insert into askr_events (channel, payload) values ('a', 'x')");
            assertThat(bare.topics
                            .read(TopicFilter.channels("a", "b"), 0, 5)
                            .get(0)
                            .payload())
                    .isEqualTo("x".getBytes(StandardCharsets.UTF_8));
        }
    }

    private List<Long> seqs(TopicFilter filter, long after) {
        return db.topics.read(filter, after, 100).stream().map(TopicEvent::seq).toList();
    }
}
