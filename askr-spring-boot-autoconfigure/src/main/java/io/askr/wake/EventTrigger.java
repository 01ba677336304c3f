package io.askr.wake;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Asks for a look when the database's directory has an event, for some more until the commit is visible, and for one now
 * and then in case no event came. While events come too fast it asks for rapid looks instead.
 */
final class EventTrigger implements LookTrigger {

    private static final long NEVER = TimeUnit.DAYS.toNanos(365);

    private final Watched watched;
    private final boolean mayPoll;
    private final long pollInterval;
    private final long safetyInterval;
    private final Relooks relooks = new Relooks();
    private final RapidLooks rapid = new RapidLooks();
    private final UnannouncedCommits unannounced = new UnannouncedCommits();
    private @Nullable DirectoryEvents events;
    private WakeSource last = WakeSource.SAFETY;

    EventTrigger(Watched watched, WatcherSettings settings) {
        this.watched = watched;
        this.mayPoll = settings.sources().contains(WakeSource.POLL);
        this.pollInterval = settings.pollInterval().toNanos();
        this.safetyInterval = settings.sources().contains(WakeSource.SAFETY)
                ? settings.safetyInterval().toNanos()
                : NEVER;
    }

    @Override
    public void open() throws IOException {
        events = watched.events().open(watched.file());
        written(System.nanoTime());
    }

    @Override
    public WakeSource await(boolean moved) throws IOException {
        DirectoryEvents current = events;
        if (current == null) {
            throw new IllegalStateException("not open");
        }
        long now = System.nanoTime();
        unannounced.looked(last, moved, now);
        last = rapid.active() ? rapid(current, moved, now) : watching(current, moved, now);
        return last;
    }

    /** Whether commits come without events. */
    boolean provenAbsent() {
        return unannounced.proven();
    }

    @Override
    public void close() throws IOException {
        DirectoryEvents closing = events;
        events = null;
        if (closing != null) {
            closing.close();
        }
    }

    private WakeSource watching(DirectoryEvents current, boolean moved, long begun) throws IOException {
        relooks.looked(moved, begun);
        long wait = relooks.active() ? Math.min(relooks.step(begun), safetyInterval) : safetyInterval;
        long left = wait;
        while (left > 0 && !Thread.currentThread().isInterrupted()) {
            DirectoryEvents.Seen seen = current.await(left);
            long now = System.nanoTime();
            if (seen != DirectoryEvents.Seen.NOTHING && mayPoll && rapid.event(now)) {
                current.cancel();
                return WakeSource.POLL;
            }
            if (seen == DirectoryEvents.Seen.DATABASE) {
                written(now);
                return WakeSource.EVENT;
            }
            left = wait - (now - begun);
        }
        return relooks.active() ? WakeSource.EVENT : WakeSource.SAFETY;
    }

    /** Watching again is like an event: what was being written then may become visible after the next look. */
    private WakeSource rapid(DirectoryEvents current, boolean moved, long now) throws IOException {
        if (rapid.over(moved, now)) {
            current.register();
            written(now);
        } else {
            LockSupport.parkNanos(this, pollInterval);
        }
        return WakeSource.POLL;
    }

    private void written(long now) {
        unannounced.event(now);
        relooks.begin(now);
    }
}
