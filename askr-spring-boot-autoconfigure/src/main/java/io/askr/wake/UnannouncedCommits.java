package io.askr.wake;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;

/**
 * Finds out that events are absent: by commits that a slow look found, with no event since the commit before, nor shortly
 * after the look. One alone proves nothing: the thread that reads the kernel's events may have been late.
 */
final class UnannouncedCommits {

    static final int PROOF = 3;
    static final long GRACE = TimeUnit.MILLISECONDS.toNanos(50);

    private static final long MEMORY = TimeUnit.MINUTES.toNanos(10);

    private final Deque<Long> times = new ArrayDeque<>();
    private boolean announced = true;
    private boolean suspected;
    private long suspectedAt;

    /** An event has come, or events have just begun to be heard. */
    void event(long now) {
        if (suspected && now - suspectedAt > GRACE) {
            confirm(now);
        }
        suspected = false;
        announced = true;
    }

    /** Takes what a look found. */
    void looked(WakeSource source, boolean moved, long now) {
        if (suspected && now - suspectedAt > GRACE) {
            confirm(now);
        }
        if (moved) {
            suspected = source == WakeSource.SAFETY && !announced;
            suspectedAt = now;
            announced = false;
        }
    }

    /** Whether there have been so many lately that events can't be relied on. */
    boolean proven() {
        return times.size() >= PROOF;
    }

    private void confirm(long now) {
        suspected = false;
        times.addLast(now);
        while (now - times.getFirst() > MEMORY) {
            times.removeFirst();
        }
    }
}
