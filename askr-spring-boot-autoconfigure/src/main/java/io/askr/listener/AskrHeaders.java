package io.askr.listener;

/**
 * Names of the headers that a handler gets beside those that the publisher gave, for use with
 * {@link org.springframework.messaging.handler.annotation.Header @Header}. Where a publisher used one of these names, the
 * listener's value stands.
 *
 * @since 0.1.0
 */
public final class AskrHeaders {

    /** The channel that the event was published on, a {@link String}. */
    public static final String CHANNEL = "askr_channel";

    /** The event's place in the log, a {@link Long}. */
    public static final String SEQ = "askr_seq";

    /** When the event was published, to the second, an {@link java.time.Instant}. */
    public static final String CREATED_AT = "askr_createdAt";

    /** The subscriber's name, a {@link String}; absent for a listener without one. */
    public static final String SUBSCRIBER = "askr_subscriber";

    /** The listener's id, a {@link String}. */
    public static final String LISTENER = "askr_listener";

    /** Which delivery of the event in this run of the listener it is, an {@link Integer} from 1. */
    public static final String ATTEMPT = "askr_attempt";

    private AskrHeaders() {}
}
