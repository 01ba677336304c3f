package io.askr.wake;

import java.util.concurrent.TimeUnit;

/**
 * Decides when to stop following events. The kernel reports our own writes too, and an event for each slows a busy writer
 * down by a third: above some 400 a second frequent looks are cheaper, until commits have grown rare.
 */
final class RapidLooks {

    static final int MOST_EVENTS = 100;
    static final long EVENT_WINDOW = TimeUnit.MILLISECONDS.toNanos(250);
    static final long CALM_WINDOW = TimeUnit.MILLISECONDS.toNanos(100);

    private static final int FEW_COMMITS = 5;

    private long begun = System.nanoTime();
    private int count;
    private boolean active;

    boolean active() {
        return active;
    }

    /** Counts an event; true where this was one too many. */
    boolean event(long now) {
        if (now - begun > EVENT_WINDOW) {
            restart(now);
        }
        count++;
        if (count > MOST_EVENTS) {
            active = true;
            restart(now);
        }
        return active;
    }

    /** Takes what a rapid look found; true where it is time to follow events again. */
    boolean over(boolean moved, long now) {
        if (moved) {
            count++;
        }
        if (now - begun < CALM_WINDOW) {
            return false;
        }
        active = count >= FEW_COMMITS;
        restart(now);
        return !active;
    }

    private void restart(long now) {
        begun = now;
        count = 0;
    }
}
