package io.askr.wake;

import java.time.Duration;

/**
 * How a {@link Watcher} looks for commits.
 *
 * @param pollInterval time between two looks while commits are coming
 * @param idleInterval longest time between two looks while none come
 * @param quietAfter time without a commit after which looks grow rarer
 * @param maxBackoff longest time between two attempts to connect again after a failure
 * @param polling {@code false}: never look, leave the signal of this process as the only one
 * @since 0.1.0
 */
public record WatcherSettings(
        Duration pollInterval, Duration idleInterval, Duration quietAfter, Duration maxBackoff, boolean polling) {

    /** Refuses intervals that are not positive, and an idle interval below the poll interval. */
    public WatcherSettings {
        positive("pollInterval", pollInterval);
        positive("maxBackoff", maxBackoff);
        if (quietAfter.isNegative()) {
            throw new IllegalArgumentException("quietAfter is " + quietAfter + "; give a duration of zero or more");
        }
        if (idleInterval.compareTo(pollInterval) < 0) {
            throw new IllegalArgumentException("idleInterval is " + idleInterval + ", below the pollInterval of "
                    + pollInterval + "; give the same or more");
        }
    }

    /**
     * A look each millisecond, each 20 ms after a second without a commit; at most a second between two attempts to
     * connect again.
     *
     * @return the defaults
     */
    public static WatcherSettings defaults() {
        return new WatcherSettings(
                Duration.ofMillis(1), Duration.ofMillis(20), Duration.ofSeconds(1), Duration.ofSeconds(1), true);
    }

    /**
     * The same with looking switched on or off. Off is for tests that prove the signal of this process alone.
     *
     * @param on whether to look
     * @return the changed settings
     */
    public WatcherSettings withPolling(boolean on) {
        return new WatcherSettings(pollInterval, idleInterval, quietAfter, maxBackoff, on);
    }

    private static void positive(String name, Duration value) {
        if (value.isNegative() || value.isZero()) {
            throw new IllegalArgumentException(name + " is " + value + "; give a duration above zero");
        }
    }
}
