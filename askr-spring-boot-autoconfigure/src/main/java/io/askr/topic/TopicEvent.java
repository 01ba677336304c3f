package io.askr.topic;

import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One event of the log.
 *
 * @param seq its place in the log's total order
 * @param channel where it was published
 * @param payload what was published
 * @param headers its headers, empty where it has none; not modifiable
 * @param createdAt when it was inserted, in whole seconds
 * @param <T> the payload's type
 * @since 0.1.0
 */
public record TopicEvent<T>(long seq, String channel, T payload, Map<String, String> headers, Instant createdAt) {

    /** Copies the headers, in their order. */
    public TopicEvent {
        headers = headers.isEmpty() ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(headers));
    }

    /**
     * The same event with another payload.
     *
     * @param other the payload
     * @param <U> its type
     * @return the event
     */
    public <U> TopicEvent<U> withPayload(U other) {
        return new TopicEvent<>(seq, channel, other, headers, createdAt);
    }
}
