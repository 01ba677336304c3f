package io.askr.listener;

import io.askr.topic.TopicEvent;
import org.jspecify.annotations.Nullable;

/**
 * An event that a handler could not handle.
 *
 * @param listener the listener's id
 * @param subscriber the subscriber's name; {@code null} for a listener without one
 * @param event the event as it was read
 * @param attempt which delivery of the event failed, from 1
 * @param cause what the handler threw
 * @since 0.1.0
 */
public record ListenerFailure(
        String listener, @Nullable String subscriber, TopicEvent<byte[]> event, int attempt, Throwable cause) {}
