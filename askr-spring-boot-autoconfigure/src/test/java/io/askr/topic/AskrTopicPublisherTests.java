package io.askr.topic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.askr.payload.PayloadConversionException;
import io.askr.wake.Commit;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

class AskrTopicPublisherTests {

    record Order(int id) {}

    @TempDir
    Path folder;

    private TopicDatabase db;
    private TransactionTemplate transaction;
    private final List<Commit> commits = new CopyOnWriteArrayList<>();

    @BeforeEach
    void open() {
        db = TopicDatabase.in(folder);
        transaction = new TransactionTemplate(new JdbcTransactionManager(db.dataSource));
        db.signal.subscribe(commits::add);
    }

    @AfterEach
    void close() {
        db.close();
    }

    @Test
    void storesWhatTheContractSays() {
        long seq = db.publisher.publish("orders.placed", new Order(7));

        assertThat(seq).isEqualTo(1);
        assertThat(db.rows("select seq, channel, typeof(payload), cast(payload as text), created_at, headers from"
                        + " askr_events"))
                .containsExactly("1|orders.placed|blob|{\"id\":7}|" + TopicDatabase.START.getEpochSecond() + "|null");
        assertThat(commits).containsExactly(new Commit.Local(Set.of("orders.placed"), 1, 1));
        assertThat(db.publisher.published()).isEqualTo(1);
    }

    @Test
    void everyByteValueAndEmptinessRoundTrip() {
        byte[] all = new byte[256];
        for (int at = 0; at < all.length; at++) {
            all[at] = (byte) at;
        }
        db.publisher.publish("a", all);
        db.publisher.publish("a", new byte[0]);
        db.publisher.publish("a", "");
        db.publisher.publish("a", "nul\0inside");

        List<TopicEvent<byte[]>> events = db.topics.read(TopicFilter.channel("a"), 0, 10);
        assertThat(events).extracting(event -> event.payload().length).containsExactly(256, 0, 0, 10);
        assertThat(events.get(0).payload()).isEqualTo(all);
        assertThat(new String(events.get(3).payload(), StandardCharsets.UTF_8)).isEqualTo("nul\0inside");
        assertThat(db.rows("select distinct typeof(payload) from askr_events")).containsExactly("blob");
    }

    @Test
    void refusesNullNamingTheChannel() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> db.publisher.publish("orders", null))
                .withMessageContaining("\"orders\"")
                .withMessageContaining("null");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> db.publisher.publishAll("orders", Arrays.asList("a", null)));
        assertThatIllegalArgumentException().isThrownBy(() -> db.publisher.publishAsync("orders", null));
        assertThat(db.rows("select count(*) from askr_events")).containsExactly("0");
    }

    @Test
    void refusesNamesThatAreNotAllowed() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> db.publisher.publish("orders *", "x"))
                .withMessageContaining("' ' (U+0020) at position 6");
        assertThatIllegalArgumentException().isThrownBy(() -> db.publisher.publishAll("a[b", List.of()));
        assertThatIllegalArgumentException().isThrownBy(() -> db.publisher.publishAsync("ü", "x"));
    }

    @Test
    void headersComeBackAsTheyWere() {
        Map<String, String> headers = Map.of("trace", "a\"b\\c\n", "Größe", "木 😀", "empty", "");
        db.publisher.publish("a", "x", headers);
        db.publisher.publish("a", "y", Map.of());

        List<TopicEvent<byte[]>> events = db.topics.read(TopicFilter.channel("a"), 0, 10);
        assertThat(events.get(0).headers()).isEqualTo(headers);
        assertThat(events.get(1).headers()).isEmpty();
        assertThat(db.rows("select json_extract(headers, '$.trace'), typeof(headers) from askr_events where seq = 1"))
                .containsExactly("a\"b\\c\n|text");
        assertThat(db.rows("select headers from askr_events where seq = 2")).containsExactly("null");
    }

    @Test
    void refusesHeadersThatMessagesBearAndNulls() {
        for (String taken : List.of("id", "timestamp")) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> db.publisher.publish("a", "x", Map.of(taken, "1")))
                    .withMessageContaining("\"" + taken + "\"");
        }
        Map<String, String> nullValue = new HashMap<>();
        nullValue.put("k", null);
        Map<String, String> nullName = new HashMap<>();
        nullName.put(null, "v");
        assertThatIllegalArgumentException().isThrownBy(() -> db.publisher.publish("a", "x", nullValue));
        assertThatIllegalArgumentException().isThrownBy(() -> db.publisher.publish("a", "x", nullName));
        assertThatIllegalArgumentException().isThrownBy(() -> db.publisher.publish("a", "x", null));
        assertThat(commits).isEmpty();
    }

    @Test
    void aBareTableTakesEventsAndRefusesHeaders() {
        try (TopicDatabase bare = TopicDatabase.bare(folder)) {
            assertThat(bare.publisher.publish("a", "x")).isEqualTo(1);
            assertThatIllegalStateException()
                    .isThrownBy(() -> bare.publisher.publish("a", "x", Map.of("k", "v")))
                    .withMessageContaining("headers")
                    .withMessageContaining("askr.jdbc.initialize-schema");
            assertThat(bare.topics.read(TopicFilter.pattern("*"), 0, 10)).hasSize(1);
        }
    }

    @Test
    void publishAllIsOneCommitInOrder() {
        List<Long> seqs = db.publisher.publishAll("a", List.of("1", "2", "3"));

        assertThat(seqs).containsExactly(1L, 2L, 3L);
        assertThat(db.topics.read(TopicFilter.channel("a"), 0, 10, String.class))
                .extracting(TopicEvent::payload)
                .containsExactly("1", "2", "3");
        assertThat(commits).containsExactly(new Commit.Local(Set.of("a"), 3, 1));
        assertThat(db.publisher.published()).isEqualTo(3);
        assertThat(db.publisher.publishAll("a", List.of())).isEmpty();
    }

    @Test
    void publishAllThatFailsHalfWayKeepsNothingAlsoWhereTheCallerGoesOn() {
        db.run("create trigger refuse before insert on askr_events when cast(new.payload as text) = 'bad'"
                + " begin select raise(abort, 'refused'); end");
        transaction.executeWithoutResult(status -> {
            db.publisher.publish("a", "before");
            assertThatThrownBy(() -> db.publisher.publishAll("a", List.of("1", "bad", "2")))
                    .hasMessageContaining("refused");
            db.publisher.publish("a", "after");
        });
        assertThat(db.rows("select cast(payload as text) from askr_events order by seq"))
                .containsExactly("before", "after");
    }

    @Test
    void publishAllWithOneThatCannotBeWrittenStoresNothing() {
        assertThatThrownBy(() -> db.publisher.publishAll("a", List.of("1", new Object() {
                    @SuppressWarnings("unused")
                    public Object getSelf() {
                        return this;
                    }
                })))
                .isInstanceOf(PayloadConversionException.class);
        assertThat(db.log.lastSeq()).isZero();
    }

    @Test
    void commitsAndRollsBackWithTheCaller() {
        transaction.executeWithoutResult(status -> {
            db.publisher.publish("a", "kept");
            db.publisher.publish("b", "kept");
            assertThat(commits).as("nobody is told before the commit").isEmpty();
            assertThat(db.topics.read(TopicFilter.pattern("*"), 0, 10)).hasSize(2);
        });
        assertThat(commits).hasSize(2);

        transaction.executeWithoutResult(status -> {
            db.publisher.publish("a", "undone");
            status.setRollbackOnly();
        });
        assertThat(commits).hasSize(2);
        assertThat(db.publisher.published()).isEqualTo(2);
        assertThat(db.topics.read(TopicFilter.pattern("*"), 0, 10, String.class))
                .extracting(TopicEvent::payload)
                .containsExactly("kept", "kept");
    }

    @Test
    void refusesAReadOnlyTransaction() {
        transaction.setReadOnly(true);
        assertThatIllegalStateException()
                .isThrownBy(() -> transaction.executeWithoutResult(status -> db.publisher.publish("a", "x")))
                .withMessageContaining("read-only");
    }

    @Test
    void asyncCompletesWhenCommitted() throws Exception {
        byte[] payload = {1, 2};
        CompletableFuture<Long> pending = db.publisher.publishAsync("a", payload);
        payload[0] = 9;

        assertThat(pending.get(10, TimeUnit.SECONDS)).isEqualTo(1);
        assertThat(db.topics.read(TopicFilter.channel("a"), 0, 1).get(0).payload())
                .as("what was handed over, whatever becomes of the array")
                .containsExactly(1, 2);
    }

    @Test
    void asyncInsideATransactionIsRefused() {
        List<Throwable> thrown = new ArrayList<>();
        transaction.executeWithoutResult(status -> {
            try {
                db.publisher.publishAsync("a", "x");
            } catch (IllegalStateException failure) {
                thrown.add(failure);
            }
        });
        assertThat(thrown).singleElement().asString().contains("transaction");
        assertThat(db.log.lastSeq()).isZero();
    }
}
