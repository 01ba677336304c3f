package io.askr.topic;

/**
 * An event that a subscriber could not handle, for {@link SubscriberStore#park}.
 *
 * @param subscriber whose
 * @param event the event as it is stored
 * @param attempts how many times it was tried
 * @param failure the last failure
 * @since 0.1.0
 */
public record ParkedEvent(String subscriber, TopicEvent<byte[]> event, int attempts, Throwable failure) {}
