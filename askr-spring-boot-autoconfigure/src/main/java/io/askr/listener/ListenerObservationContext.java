package io.askr.listener;

import io.micrometer.observation.Observation;
import org.jspecify.annotations.Nullable;

/**
 * One delivery to a handler, for observations.
 *
 * @since 0.1.0
 */
public final class ListenerObservationContext extends Observation.Context {

    private final String listener;
    private final @Nullable String subscriber;
    private final int events;
    private final long lastSeq;
    private volatile Outcome outcome = Outcome.UNKNOWN;

    ListenerObservationContext(String listener, @Nullable String subscriber, int events, long lastSeq) {
        this.listener = listener;
        this.subscriber = subscriber;
        this.events = events;
        this.lastSeq = lastSeq;
    }

    /**
     * The listener's id.
     *
     * @return the id
     */
    public String listener() {
        return listener;
    }

    /**
     * The subscriber's name.
     *
     * @return the name; {@code null} for a listener without one
     */
    public @Nullable String subscriber() {
        return subscriber;
    }

    /**
     * How many events are delivered at once.
     *
     * @return a number from 1
     */
    public int events() {
        return events;
    }

    /**
     * The place in the log of the event, of a batch's last one.
     *
     * @return a seq
     */
    public long lastSeq() {
        return lastSeq;
    }

    /**
     * What became of the delivery.
     *
     * @return {@link Outcome#UNKNOWN} until it has ended
     */
    public Outcome outcome() {
        return outcome;
    }

    void outcome(Outcome outcome) {
        this.outcome = outcome;
    }

    /**
     * What becomes of a delivery.
     *
     * @since 0.1.0
     */
    public enum Outcome {
        /** Not ended. */
        UNKNOWN,
        /** Handled and settled. */
        SUCCESS,
        /** The handler failed, and gets the event again. */
        RETRY,
        /** The handler of a batch failed, and gets its events one by one. */
        SPLIT,
        /** The event was moved to the failed jobs. */
        PARKED,
        /** The event was given up without parking. */
        SKIPPED,
        /** Not settled, because of the database, a stop, or another process that uses the subscriber's name. */
        ABANDONED
    }
}
