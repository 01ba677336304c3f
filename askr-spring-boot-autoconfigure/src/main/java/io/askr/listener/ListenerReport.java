package io.askr.listener;

import io.askr.listener.ListenerObservationContext.Outcome;
import io.askr.topic.TopicEvent;
import io.micrometer.observation.ObservationRegistry;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The last stage: counts, observes and logs what became of deliveries, and keeps what holds the listener up. */
final class ListenerReport {

    private static final Logger LOGGER = LoggerFactory.getLogger("io.askr.listener");

    private final String listener;
    private final @Nullable String subscriber;
    private final ObservationRegistry observations;
    private final ListenerObservationConvention convention;

    private final AtomicLong delivered = new AtomicLong();
    private final AtomicLong retried = new AtomicLong();
    private final AtomicLong parked = new AtomicLong();
    private final AtomicLong skipped = new AtomicLong();
    private final AtomicLong faults = new AtomicLong();
    private volatile @Nullable Throwable lastFailure;
    private volatile boolean faulty;

    ListenerReport(
            String listener,
            @Nullable String subscriber,
            ObservationRegistry observations,
            ListenerObservationConvention convention) {
        this.listener = listener;
        this.subscriber = subscriber;
        this.observations = observations;
        this.convention = convention;
    }

    Optional<Throwable> lastFailure() {
        return Optional.ofNullable(lastFailure);
    }

    ListenerCounts counts() {
        return new ListenerCounts(delivered.get(), retried.get(), parked.get(), skipped.get(), faults.get());
    }

    /** Begins the observation of a delivery of events up to {@code lastSeq}. */
    ObservedDelivery observe(int events, long lastSeq) {
        return ObservedDelivery.begin(
                new ListenerObservationContext(listener, subscriber, events, lastSeq), convention, observations);
    }

    void delivered(ObservedDelivery delivery, int events) {
        delivery.ended(Outcome.SUCCESS, null);
        delivered.addAndGet(events);
        lastFailure = null;
    }

    void retried(ObservedDelivery delivery, TopicEvent<?> event, int attempt, Throwable failure, Duration delay) {
        delivery.ended(Outcome.RETRY, failure);
        retried.incrementAndGet();
        lastFailure = failure;
        LOGGER.warn(
                "Listener {} failed to handle {} (delivery {}), which it gets again in {} ms: {}",
                listener,
                name(event),
                attempt,
                delay.toMillis(),
                failure.toString());
    }

    void split(ObservedDelivery delivery, int events, Throwable failure) {
        delivery.ended(Outcome.SPLIT, failure);
        retried.incrementAndGet();
        lastFailure = failure;
        LOGGER.warn(
                "Listener {} failed to handle a batch of {} events, which it gets one by one now: {}",
                listener,
                events,
                failure.toString());
    }

    void parked(ObservedDelivery delivery, TopicEvent<?> event, int attempt, Throwable failure) {
        delivery.ended(Outcome.PARKED, failure);
        parked.incrementAndGet();
        lastFailure = null;
        LOGGER.error(
                "Listener {} could not handle {}, which was parked in the failed jobs of subscriber:{} (delivery {})",
                listener,
                name(event),
                subscriber,
                attempt,
                failure);
    }

    void skipped(ObservedDelivery delivery, TopicEvent<?> event, int attempt, Throwable failure) {
        delivery.ended(Outcome.SKIPPED, failure);
        skipped.incrementAndGet();
        lastFailure = null;
        LOGGER.error("Listener {} gave up {} (delivery {})", listener, name(event), attempt, failure);
    }

    void errorHandlerFailed(TopicEvent<?> event, Throwable failure) {
        LOGGER.error(
                "The error handler of listener {} failed on {}; the default decides instead",
                listener,
                name(event),
                failure);
    }

    void failedAfterCommit(long seq, Throwable failure) {
        LOGGER.error(
                "Something that listener {} had registered for after its commit failed; what it did up to seq {} is"
                        + " committed and not done again",
                listener,
                seq,
                failure);
    }

    void unsavedAtStop(Throwable failure) {
        LOGGER.warn(
                "The cursor of listener {} could not be stored at its stop; its last events come again",
                listener,
                failure);
    }

    /** Something else than the handler failed. Logged once, until {@link #recovered()}. */
    void fault(Throwable failure) {
        faults.incrementAndGet();
        lastFailure = failure;
        if (!faulty) {
            faulty = true;
            LOGGER.warn("Listener {} can't go on now and keeps trying", listener, failure);
        }
    }

    void recovered() {
        if (faulty) {
            faulty = false;
            lastFailure = null;
            LOGGER.info("Listener {} goes on again", listener);
        }
    }

    private static String name(TopicEvent<?> event) {
        return "event " + event.seq() + " of " + event.channel();
    }
}
