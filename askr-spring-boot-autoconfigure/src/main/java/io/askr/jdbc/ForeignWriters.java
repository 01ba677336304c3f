package io.askr.jdbc;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Leaves the write lock free for a moment now and then. Other processes have only SQLite's busy handler, which sleeps and
 * tries: beside a writer that takes the lock again at once they would find it held each time. Often while others have been
 * seen, else rarely, so that they can be seen at all.
 */
final class ForeignWriters {

    private static final long REMEMBERED = TimeUnit.SECONDS.toNanos(1);
    private static final long BUSY_FOR = TimeUnit.MILLISECONDS.toNanos(4);
    private static final long BUSY_FOR_ALONE = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long GAP = TimeUnit.MILLISECONDS.toNanos(1);

    private volatile long seenAt = System.nanoTime() - REMEMBERED;
    private volatile long releasedAt = System.nanoTime();
    private volatile long busySince = System.nanoTime();

    /** Somebody outside this process's queue held the lock just now. */
    void seen() {
        seenAt = System.nanoTime();
    }

    /** A commit of ours has ended. */
    void released() {
        releasedAt = System.nanoTime();
    }

    /** Whether we have had the lock nearly all the time for long. */
    boolean isGapDue() {
        long now = System.nanoTime();
        return now - releasedAt <= GAP && now - busySince > (now - seenAt < REMEMBERED ? BUSY_FOR : BUSY_FOR_ALONE);
    }

    /** Pauses where that is due. Called without the lock. */
    void giveWay() {
        if (isGapDue()) {
            LockSupport.parkNanos(GAP);
            busySince = System.nanoTime();
        } else if (System.nanoTime() - releasedAt > GAP) {
            busySince = System.nanoTime();
        }
    }
}
