package io.askr.test;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/**
 * A clock that stands still until a test moves it: declare it as the {@link InstantSource} bean. Any thread may read and
 * move it.
 *
 * @since 0.1.0
 */
public final class AskrTestClock implements InstantSource {

    private volatile Instant now;

    /** Creates a clock that shows the present. */
    public AskrTestClock() {
        this(Instant.now());
    }

    /**
     * Creates a clock.
     *
     * @param start what it shows
     */
    public AskrTestClock(Instant start) {
        this.now = start;
    }

    @Override
    public Instant instant() {
        return now;
    }

    /**
     * Moves it on.
     *
     * @param by how far; backwards if negative
     * @return what it shows now
     */
    public synchronized Instant advance(Duration by) {
        now = now.plus(by);
        return now;
    }

    /**
     * Sets it.
     *
     * @param instant what it shows from now on
     */
    public synchronized void set(Instant instant) {
        now = instant;
    }
}
