package io.askr.topic;

import io.askr.payload.PayloadCodec;
import io.askr.payload.PayloadConversionException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.springframework.core.ParameterizedTypeReference;
import org.springframework.core.ResolvableType;

/**
 * Reads the log. Every call but {@link #poll} joins the caller's transaction and then sees its uncommitted events; outside,
 * it is one read of what is committed.
 *
 * @since 0.1.0
 */
public final class AskrTopics {

    /** A read stops after the event with which its payloads reach this many bytes. */
    static final long MAX_BYTES = 64L * 1024 * 1024;

    private final TopicLog log;
    private final PayloadCodec codec;
    private final LongPolls polls;

    /**
     * Creates it.
     *
     * @param log the log
     * @param codec reads payloads
     * @param polls waits for events
     */
    public AskrTopics(TopicLog log, PayloadCodec codec, LongPolls polls) {
        this.log = log;
        this.codec = codec;
        this.polls = polls;
    }

    /**
     * Reads events after a seq. It returns less than {@code limit} events where their payloads exceed 64 MB together:
     * read on after the last one's seq until nothing comes.
     *
     * @param filter which
     * @param afterSeq the seq after which to begin, exclusive; 0 for the beginning
     * @param limit how many at most, 1 or more
     * @return the events by ascending seq
     * @throws IllegalArgumentException if {@code limit} is below 1 or {@code afterSeq} negative
     */
    public List<TopicEvent<byte[]>> read(TopicFilter filter, long afterSeq, int limit) {
        return log.page(filter, afterSeq, limit, MAX_BYTES).events();
    }

    /**
     * Like {@link #read(TopicFilter, long, int)}, with payloads read as {@code type}.
     *
     * @param filter which
     * @param afterSeq the seq after which to begin, exclusive
     * @param limit how many at most
     * @param type the payloads' type
     * @param <T> the payloads' type
     * @return the events by ascending seq
     * @throws PayloadConversionException if a payload can't be read as {@code type}
     */
    public <T> List<TopicEvent<T>> read(TopicFilter filter, long afterSeq, int limit, Class<T> type) {
        return typed(read(filter, afterSeq, limit), ResolvableType.forClass(type));
    }

    /**
     * Like {@link #read(TopicFilter, long, int)}, with payloads read as a generic type.
     *
     * @param filter which
     * @param afterSeq the seq after which to begin, exclusive
     * @param limit how many at most
     * @param type the payloads' type
     * @param <T> the payloads' type
     * @return the events by ascending seq
     * @throws PayloadConversionException if a payload can't be read as {@code type}
     */
    public <T> List<TopicEvent<T>> read(
            TopicFilter filter, long afterSeq, int limit, ParameterizedTypeReference<T> type) {
        return typed(read(filter, afterSeq, limit), ResolvableType.forType(type));
    }

    /**
     * The long poll: like {@link #read(TopicFilter, long, int)}, and where there is nothing yet, waits until there is. This
     * returns at once and touches no table; the wait holds no thread, connection or transaction. Poll again after the last
     * event's seq, or after the same one where nothing came.
     *
     * <p>The future completes with events as soon as there are some, at once where they are there already; without events
     * when {@code wait} has passed, or when the application shuts down. It completes exceptionally where a read fails.
     * Cancelling it ends the wait. What is attached to it runs on a thread of ours that it may block, or on the thread that
     * attaches it.
     *
     * @param filter which
     * @param afterSeq the seq after which to begin, exclusive; 0 for the beginning
     * @param limit how many at most, 1 or more
     * @param wait how long to wait, from zero (one read) to an hour
     * @return the events by ascending seq
     * @throws IllegalArgumentException if {@code limit} is below 1, {@code afterSeq} or {@code wait} negative, or
     *     {@code wait} longer than an hour
     * @throws IllegalStateException inside a transaction, which a wait can't be part of; while 10,000 polls wait; or when
     *     the application is shutting down
     */
    public CompletableFuture<List<TopicEvent<byte[]>>> poll(
            TopicFilter filter, long afterSeq, int limit, Duration wait) {
        return polls.poll(filter, afterSeq, limit, wait);
    }

    /**
     * The oldest event's seq.
     *
     * @return its seq, 0 where the log holds no event
     */
    public long firstSeq() {
        return log.firstSeq();
    }

    /**
     * The highest seq that the log has given out, whether or not that event is still kept.
     *
     * @return the seq, 0 where nothing was ever published
     */
    public long lastSeq() {
        return log.lastSeq();
    }

    private <T> List<TopicEvent<T>> typed(List<TopicEvent<byte[]>> events, ResolvableType type) {
        return events.stream().map(event -> this.<T>typed(event, type)).toList();
    }

    @SuppressWarnings("unchecked")
    private <T> TopicEvent<T> typed(TopicEvent<byte[]> event, ResolvableType type) {
        try {
            return event.withPayload((T) codec.read(event.payload(), type));
        } catch (PayloadConversionException failure) {
            throw new PayloadConversionException(
                    "event " + event.seq() + " on channel \"" + event.channel() + "\": " + failure.getMessage(),
                    failure);
        }
    }
}
