package io.askr.topic;

import io.askr.payload.PayloadCodec;
import io.askr.payload.PayloadConversionException;
import java.util.List;
import org.springframework.core.ParameterizedTypeReference;
import org.springframework.core.ResolvableType;

/**
 * Reads the log. Every call joins the caller's transaction and then sees its uncommitted events; outside, it is one
 * read of what is committed.
 *
 * @since 0.1.0
 */
public final class AskrTopics {

    /** A read stops after the event with which its payloads reach this many bytes. */
    static final long MAX_BYTES = 64L * 1024 * 1024;

    private final TopicLog log;
    private final PayloadCodec codec;

    /**
     * Creates it.
     *
     * @param log the log
     * @param codec reads payloads
     */
    public AskrTopics(TopicLog log, PayloadCodec codec) {
        this.log = log;
        this.codec = codec;
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
