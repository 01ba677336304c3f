package io.askr.listener;

import io.askr.topic.TopicEvent;
import org.springframework.messaging.Message;
import org.springframework.messaging.MessageHeaders;

/**
 * An event on its way to its arguments, which need not be decoded yet.
 *
 * @param event as it was read
 * @param headers what {@code @Header} sees
 */
record EventMessage(TopicEvent<byte[]> event, EventHeaders headers) implements Message<TopicEvent<byte[]>> {

    @Override
    public TopicEvent<byte[]> getPayload() {
        return event;
    }

    @Override
    public MessageHeaders getHeaders() {
        return headers;
    }
}
