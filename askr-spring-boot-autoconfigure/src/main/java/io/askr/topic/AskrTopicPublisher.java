package io.askr.topic;

import io.askr.jdbc.AskrDatabase;
import io.askr.jdbc.Session;
import io.askr.jdbc.Sql;
import io.askr.payload.PayloadCodec;
import io.askr.payload.PayloadConversionException;
import io.askr.wake.Commit;
import io.askr.wake.CommitSignal;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Publishes events to channels. A call joins the caller's transaction, and the event is then committed or rolled back
 * with it; outside a transaction it is committed, durably, when the call returns. In a read-only transaction it is
 * refused with an {@link IllegalStateException}.
 *
 * <p>A channel's name is 1 to 255 ASCII letters, digits and {@code . _ - : / @ = , ; + #}. A payload may be a
 * {@code byte[]} or a {@code String}, both stored as they are, or any object that an
 * {@link io.askr.payload.AskrPayloadConverter} or the JSON mapper can write. An empty payload is kept and delivered;
 * {@code null} is refused.
 *
 * @since 0.1.0
 */
public final class AskrTopicPublisher {

    private final AskrDatabase database;
    private final PayloadCodec codec;
    private final CommitSignal signal;
    private final EventHeaders headers = new EventHeaders();
    private final LongAdder published = new LongAdder();

    /**
     * Creates it.
     *
     * @param database the way to the database
     * @param codec writes payloads
     * @param signal is told of each commit
     */
    public AskrTopicPublisher(AskrDatabase database, PayloadCodec codec, CommitSignal signal) {
        this.database = database;
        this.codec = codec;
        this.signal = signal;
    }

    /**
     * Publishes an event.
     *
     * @param channel where
     * @param payload what
     * @return its seq; final only once the transaction commits
     * @throws IllegalArgumentException if the name is not allowed or the payload is {@code null}
     * @throws PayloadConversionException if the payload can't be written
     */
    public long publish(String channel, Object payload) {
        return publish(channel, payload, Map.of());
    }

    /**
     * Publishes an event with headers.
     *
     * @param channel where
     * @param payload what
     * @param headers names and values, none {@code null}; {@code id} and {@code timestamp} are refused
     * @return its seq; final only once the transaction commits
     * @throws IllegalArgumentException if a name is not allowed, or the payload or a header is {@code null}
     * @throws IllegalStateException if the table has no column for headers
     * @throws PayloadConversionException if the payload can't be written
     */
    public long publish(String channel, Object payload, Map<String, String> headers) {
        TopicNames.requireChannel(channel);
        EventHeaders.require(channel, headers);
        byte[] bytes = bytes(channel, payload);
        String text = this.headers.write(headers);
        if (text != null && !database.columns().eventHeaders()) {
            throw new IllegalStateException("the event for channel \"" + channel + "\" has headers "
                    + headers.keySet() + ", and the table askr_events has no column for them; add it (alter table"
                    + " askr_events add column headers text), or let askr.jdbc.initialize-schema=always do so");
        }
        boolean alone = !database.joins();
        return database.write(session -> {
            long seq = insert(session, channel, bytes, text);
            committed(session, channel, List.of(seq), alone);
            return seq;
        });
    }

    /**
     * Publishes several events to one channel, all or none.
     *
     * @param channel where
     * @param payloads what, in this order; may be empty
     * @return their seqs, in the same order, ascending
     * @throws IllegalArgumentException if the name is not allowed or a payload is {@code null}
     * @throws PayloadConversionException if a payload can't be written
     */
    public List<Long> publishAll(String channel, Collection<?> payloads) {
        TopicNames.requireChannel(channel);
        List<byte[]> all =
                payloads.stream().map(payload -> bytes(channel, payload)).toList();
        if (all.isEmpty()) {
            return List.of();
        }
        boolean alone = !database.joins();
        return database.write(session -> {
            List<Long> seqs = session.allOrNone(() -> all.stream()
                    .map(bytes -> insert(session, channel, bytes, null))
                    .toList());
            committed(session, channel, seqs, alone);
            return seqs;
        });
    }

    /**
     * Publishes an event without waiting for its commit; only outside a transaction.
     *
     * @param channel where
     * @param payload what; written as bytes before this returns
     * @return completes with the seq when the event is committed, or with what went wrong
     * @throws IllegalArgumentException if the name is not allowed or the payload is {@code null}
     * @throws IllegalStateException inside a transaction: it would not be part of it
     * @throws PayloadConversionException if the payload can't be written
     */
    public CompletableFuture<Long> publishAsync(String channel, Object payload) {
        TopicNames.requireChannel(channel);
        byte[] bytes = payload instanceof byte[] own ? own.clone() : bytes(channel, payload);
        return database.writeAsync(session -> {
            long seq = insert(session, channel, bytes, null);
            committed(session, channel, List.of(seq), true);
            return seq;
        });
    }

    /**
     * How many events this publisher has committed since it was made.
     *
     * @return events
     */
    public long published() {
        return published.sum();
    }

    private byte[] bytes(String channel, @Nullable Object payload) {
        if (payload == null) {
            throw new IllegalArgumentException("the payload for channel \"" + channel
                    + "\" is null; publish an empty payload, such as new byte[0], where there is nothing to say");
        }
        return codec.write(payload);
    }

    private long insert(Session session, String channel, byte[] payload, @Nullable String headers) {
        Sql sql = database.dialect().topics().insert(headers != null);
        return session.first(
                        sql,
                        params -> {
                            params.text("channel", channel)
                                    .bytes("payload", payload)
                                    .number("now", database.now());
                            if (headers != null) {
                                params.text("headers", headers);
                            }
                        },
                        row -> row.getLong(1))
                .orElseThrow(() -> new IllegalStateException(
                        "the insert into askr_events for channel \"" + channel + "\" returned no seq"));
    }

    /**
     * Tells of the commit. Of a transaction that is the caller's it can't be said for certain what stands at these seqs: a
     * savepoint may have been rolled back, and the seqs been given out again.
     */
    private void committed(Session session, String channel, List<Long> seqs, boolean alone) {
        long lowest = seqs.get(0);
        long highest = seqs.get(seqs.size() - 1);
        boolean gapless = highest - lowest == seqs.size() - 1;
        long knownFrom = alone && gapless ? lowest : highest + 1;
        int events = seqs.size();
        session.afterCommit(() -> {
            published.add(events);
            signal.local(new Commit.Local(Set.of(channel), highest, knownFrom));
        });
    }
}
