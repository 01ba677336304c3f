package io.askr.listener;

import io.askr.topic.TopicEvent;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.messaging.MessageHeaders;

/**
 * An event's headers as a message has them. {@code id} and {@code timestamp}, which Spring would fill in itself, are the
 * publisher's or absent.
 */
final class EventHeaders extends MessageHeaders {

    private static final long serialVersionUID = 1L;

    EventHeaders(TopicEvent<?> event, String listener, @Nullable String subscriber, int attempt) {
        super(Map.of(), ID_VALUE_NONE, -1L);
        Map<String, Object> headers = getRawHeaders();
        headers.putAll(event.headers());
        headers.put(AskrHeaders.CHANNEL, event.channel());
        headers.put(AskrHeaders.SEQ, event.seq());
        headers.put(AskrHeaders.CREATED_AT, event.createdAt());
        headers.put(AskrHeaders.LISTENER, listener);
        headers.put(AskrHeaders.ATTEMPT, attempt);
        if (subscriber != null) {
            headers.put(AskrHeaders.SUBSCRIBER, subscriber);
        }
    }

    @Override
    public @Nullable UUID getId() {
        return null;
    }

    @Override
    public @Nullable Long getTimestamp() {
        return null;
    }
}
