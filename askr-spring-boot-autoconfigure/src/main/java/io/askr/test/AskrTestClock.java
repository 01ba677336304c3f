package io.askr.test;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A clock that stands still until a test moves it: declare it as the {@link InstantSource} bean. Any thread may read and
 * move it.
 *
 * @since 0.1.0
 */
public final class AskrTestClock implements InstantSource {

    private final AtomicReference<Instant> now;

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
        this.now = new AtomicReference<>(start);
    }

    @Override
    public Instant instant() {
        return now.get();
    }

    /**
     * Moves it on.
     *
     * @param by how far; backwards if negative
     * @return what it shows now
     */
    public Instant advance(Duration by) {
        return now.updateAndGet(instant -> instant.plus(by));
    }

    /**
     * Sets it.
     *
     * @param instant what it shows from now on
     */
    public void set(Instant instant) {
        now.set(instant);
    }
}
