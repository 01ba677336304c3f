package io.askr.wake;

import java.util.concurrent.TimeUnit;

/**
 * The looks that follow an event. It comes before its commit is visible, by a millisecond mostly and by some more where the
 * disk is slow: looking once misses commits. Where nothing was found in the window, the writer may have been stopped in
 * between or the disk be very slow: a few late looks follow.
 */
final class Relooks {

    static final long WINDOW = TimeUnit.MILLISECONDS.toNanos(50);

    static final long PATIENCE = TimeUnit.SECONDS.toNanos(2);

    private static final long FIRST_STEP = TimeUnit.MICROSECONDS.toNanos(50);
    private static final long STEP_AFTER_FOUND = TimeUnit.MILLISECONDS.toNanos(1);

    private long begun;
    private boolean active;
    private boolean looked;
    private boolean found;

    /** An event has come: look now, and again after {@link #step}. */
    void begin(long now) {
        begun = now;
        active = true;
        looked = false;
        found = false;
    }

    /**
     * Takes what a look found. The first look after an event may have found the commit before the one that the event stands
     * for, so it does not end this, but makes the steps longer.
     */
    void looked(boolean moved, long now) {
        if (!active) {
            return;
        }
        found |= moved;
        active = !(moved && looked) && now - begun < (found ? WINDOW : PATIENCE);
        looked = true;
    }

    boolean active() {
        return active;
    }

    /** How long to wait before the next look; the steps grow with the time that has passed since the event. */
    long step(long now) {
        long elapsed = now - begun;
        if (elapsed >= WINDOW) {
            return elapsed / 2;
        }
        long step = found ? Math.max(STEP_AFTER_FOUND, elapsed) : Math.max(FIRST_STEP, elapsed / 4);
        return Math.max(FIRST_STEP, Math.min(step, WINDOW - elapsed));
    }
}
