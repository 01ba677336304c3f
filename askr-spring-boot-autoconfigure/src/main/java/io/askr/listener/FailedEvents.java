package io.askr.listener;

import io.askr.listener.AskrErrorHandler.Decision;
import io.askr.listener.AskrErrorHandler.Retry;
import io.askr.listener.AskrErrorHandler.Skip;
import io.askr.topic.TopicEvent;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Asks the error handler what becomes of a failed event, and does it. Each method returns the pause before the next try. */
final class FailedEvents {

    private final String listener;
    private final @Nullable String subscriber;
    private final AskrErrorHandler errorHandler;
    private final AskrErrorHandler fallback;
    private final Cursor cursor;
    private final Persistence persistence;
    private final ListenerReport report;

    FailedEvents(
            ListenerEndpoint endpoint,
            AskrErrorHandler errorHandler,
            AskrErrorHandler fallback,
            Cursor cursor,
            Persistence persistence,
            ListenerReport report) {
        this.listener = endpoint.id();
        this.subscriber = endpoint.subscriber();
        this.errorHandler = errorHandler;
        this.fallback = fallback;
        this.cursor = cursor;
        this.persistence = persistence;
        this.report = report;
    }

    Optional<Duration> failed(ObservedDelivery observed, TopicEvent<byte[]> event, int attempt, Throwable failure)
            throws InterruptedException {
        Decision decision = decide(new ListenerFailure(listener, subscriber, event, attempt, failure));
        if (decision instanceof Retry retry) {
            report.retried(observed, event, attempt, failure, retry.delay());
            return Optional.of(retry.delay());
        }
        return decision instanceof Skip
                ? skip(observed, event, attempt, failure)
                : park(observed, event, attempt, failure);
    }

    /** Trying again would be of no use: parked at once. */
    Optional<Duration> undecodable(ObservedDelivery observed, TopicEvent<byte[]> event, int attempt, Throwable reason)
            throws InterruptedException {
        return park(observed, event, attempt, reason);
    }

    private Decision decide(ListenerFailure failure) {
        try {
            return errorHandler.onFailure(failure);
        } catch (RuntimeException e) {
            report.errorHandlerFailed(failure.event(), e);
            return fallback.onFailure(failure);
        }
    }

    private Optional<Duration> park(ObservedDelivery observed, TopicEvent<byte[]> event, int attempt, Throwable failure)
            throws InterruptedException {
        if (!cursor.keeps()) {
            return skip(observed, event, attempt, failure);
        }
        if (!persistence.insist(() -> cursor.park(event, attempt, failure))) {
            return Optional.of(Duration.ZERO);
        }
        report.parked(observed, event, attempt, failure);
        return Optional.empty();
    }

    private Optional<Duration> skip(ObservedDelivery observed, TopicEvent<byte[]> event, int attempt, Throwable failure)
            throws InterruptedException {
        cursor.position().moveTo(event.seq());
        report.skipped(observed, event, attempt, failure);
        persistence.insist(cursor::save);
        return Optional.empty();
    }
}
