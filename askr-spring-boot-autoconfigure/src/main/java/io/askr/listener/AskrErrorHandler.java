package io.askr.listener;

import java.time.Duration;

/**
 * Decides what becomes of an event whose handler has thrown. A bean of this type decides for all listeners, one that
 * {@link AskrListener#errorHandler()} names for that listener. Events that can't be decoded never get here: they are
 * parked at once.
 *
 * <p>It is called on the listener's thread after the handler's transaction was rolled back, outside any transaction. When
 * it throws, that is logged, and the default decides.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface AskrErrorHandler {

    /**
     * Decides.
     *
     * @param failure what failed, and which time
     * @return what to do
     */
    Decision onFailure(ListenerFailure failure);

    /**
     * Retries in place with growing waits, then parks: what happens without an error handler.
     *
     * @param settings how often and after which waits
     * @return the error handler
     */
    static AskrErrorHandler retryThenPark(RetrySettings settings) {
        return failure -> failure.attempt() < settings.maxAttempts()
                ? new Retry(settings.delayAfter(failure.attempt()))
                : new Park();
    }

    /** What to do with an event. */
    sealed interface Decision {}

    /**
     * Give it to the handler again; the events after it wait, so that the order is kept.
     *
     * @param delay how long to wait before
     */
    record Retry(Duration delay) implements Decision {}

    /**
     * Move it to the failed jobs, under {@code subscriber:<name>}, in the transaction that moves the cursor on. A listener
     * without a subscriber logs it as an error.
     */
    record Park() implements Decision {}

    /** Move on and keep nothing of it but a line in the log. */
    record Skip() implements Decision {}
}
