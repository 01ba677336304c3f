package io.askr.wake;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;

/** Looks at a short interval while commits come; when they have ceased for a while the intervals grow, with jitter. */
final class Polling implements LookTrigger {

    private final long shortest;
    private final long longest;
    private final long quietAfter;
    private long interval;
    private long movedAt = System.nanoTime();

    Polling(WatcherSettings settings) {
        this.shortest = settings.pollInterval().toNanos();
        this.longest = settings.idleInterval().toNanos();
        this.quietAfter = settings.quietAfter().toNanos();
        this.interval = shortest;
    }

    @Override
    public WakeSource await(boolean moved) {
        LockSupport.parkNanos(this, next(moved, System.nanoTime()));
        return WakeSource.POLL;
    }

    long next(boolean moved, long now) {
        if (moved) {
            movedAt = now;
            interval = shortest;
        } else if (now - movedAt > quietAfter) {
            interval = Math.min(longest, interval + interval / 8 + 1);
        }
        return interval - ThreadLocalRandom.current().nextLong(interval / 8 + 1);
    }
}
