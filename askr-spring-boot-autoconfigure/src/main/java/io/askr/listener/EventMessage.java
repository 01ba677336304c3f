package io.askr.listener;

import io.askr.topic.TopicEvent;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.messaging.Message;
import org.springframework.messaging.MessageHeaders;

/** An event on its way to its arguments, which need not be decoded yet; most handlers never ask for its headers. */
final class EventMessage implements Message<TopicEvent<byte[]>> {

    private final TopicEvent<byte[]> event;
    private final Supplier<EventHeaders> source;
    private @Nullable EventHeaders headers;

    EventMessage(TopicEvent<byte[]> event, Supplier<EventHeaders> headers) {
        this.event = event;
        this.source = headers;
    }

    TopicEvent<byte[]> event() {
        return event;
    }

    @Override
    public TopicEvent<byte[]> getPayload() {
        return event;
    }

    @Override
    public MessageHeaders getHeaders() {
        EventHeaders made = headers;
        if (made == null) {
            made = source.get();
            headers = made;
        }
        return made;
    }
}
