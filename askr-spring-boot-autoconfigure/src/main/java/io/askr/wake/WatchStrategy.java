package io.askr.wake;

/**
 * How a {@link Watcher} learns that somebody writes.
 *
 * @since 0.1.0
 */
public enum WatchStrategy {

    /** By events where the platform has them; by polling where it has not, or where commits come without events. */
    AUTO,

    /** By events and slow looks alone. Where events are absent the log says so, and commits are noticed late. */
    EVENTS,

    /** By frequent looks alone. */
    POLLING
}
