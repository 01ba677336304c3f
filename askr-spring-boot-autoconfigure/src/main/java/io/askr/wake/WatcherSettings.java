package io.askr.wake;

import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;

/**
 * How a {@link Watcher} looks for commits.
 *
 * @param strategy what tells it to look
 * @param pollInterval time between two looks while commits are coming; only without directory events, or with too many
 * @param idleInterval longest time between two such looks while no commits come
 * @param quietAfter time without a commit after which looks without events grow rarer
 * @param safetyInterval time between two looks that nothing asks for, where there are events
 * @param maxBackoff longest time between two attempts to connect again after a failure
 * @param sources what is switched on; all but for tests, which switch some off to prove another alone. {@link
 *     WakeSource#LOCAL} can't be switched off here: the signal of this process is not the watcher's
 * @since 0.1.0
 */
public record WatcherSettings(
        WatchStrategy strategy,
        Duration pollInterval,
        Duration idleInterval,
        Duration quietAfter,
        Duration safetyInterval,
        Duration maxBackoff,
        Set<WakeSource> sources) {

    /** Refuses intervals that are not positive, and an idle interval below the poll interval. */
    public WatcherSettings {
        positive("pollInterval", pollInterval);
        positive("safetyInterval", safetyInterval);
        positive("maxBackoff", maxBackoff);
        if (quietAfter.isNegative()) {
            throw new IllegalArgumentException("quietAfter is " + quietAfter + "; give a duration of zero or more");
        }
        if (idleInterval.compareTo(pollInterval) < 0) {
            throw new IllegalArgumentException("idleInterval is " + idleInterval + ", below the pollInterval of "
                    + pollInterval + "; give the same or more");
        }
        sources = Set.copyOf(sources);
    }

    /**
     * Events where there are any, with a look each 250 ms in case one was missed; else a look each millisecond, each 20 ms
     * after a second without a commit; at most a second between two attempts to connect again.
     *
     * @return the defaults
     */
    public static WatcherSettings defaults() {
        return new WatcherSettings(
                WatchStrategy.AUTO,
                Duration.ofMillis(1),
                Duration.ofMillis(20),
                Duration.ofSeconds(1),
                Duration.ofMillis(250),
                Duration.ofSeconds(1),
                EnumSet.allOf(WakeSource.class));
    }

    /**
     * The same with another strategy.
     *
     * @param other what tells it to look
     * @return the changed settings
     */
    public WatcherSettings withStrategy(WatchStrategy other) {
        return new WatcherSettings(other, pollInterval, idleInterval, quietAfter, safetyInterval, maxBackoff, sources);
    }

    /**
     * The same with only some sources switched on, for tests.
     *
     * @param on what remains
     * @return the changed settings
     */
    public WatcherSettings withSources(WakeSource... on) {
        return new WatcherSettings(
                strategy, pollInterval, idleInterval, quietAfter, safetyInterval, maxBackoff, Set.of(on));
    }

    /** Whether anything but the signal of this process is on. */
    boolean looks() {
        return sources.stream().anyMatch(source -> source != WakeSource.LOCAL);
    }

    private static void positive(String name, Duration value) {
        if (value.isNegative() || value.isZero()) {
            throw new IllegalArgumentException(name + " is " + value + "; give a duration above zero");
        }
    }
}
