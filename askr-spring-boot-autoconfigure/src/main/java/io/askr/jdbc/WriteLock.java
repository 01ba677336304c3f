package io.askr.jdbc;

import java.lang.ref.WeakReference;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * This process's queue for SQLite's one write lock: whoever will write stands here first, in the order of arrival, so that
 * waiting happens in Java (where it is fair, and parks a virtual thread) and not in SQLite's busy handler (which is
 * neither). One queue for each database file, whatever the number of pools.
 *
 * <p>A place is either <em>held</em> (its owner has or takes SQLite's lock) or <em>reserved</em> (its owner is on the way
 * to a connection). A caller that keeps a pooled connection passes a reserved place, since the reservation's owner may be
 * waiting for just that connection: at once when it comes, soon when it stood in the queue before, as the writer does, whose
 * callers may keep one. Others pass when the reservation is unused for long, because the pool is empty. What was passed is
 * served next. In the end a reservation lapses: its owner may have failed on its way.
 */
final class WriteLock {

    private static final Map<Path, WeakReference<WriteLock>> BY_FILE = new ConcurrentHashMap<>();

    private static final Duration LIVENESS = Duration.ofMillis(200);

    private static final Duration UNUSED = Duration.ofMillis(1);

    private static final Duration LONG_UNUSED = Duration.ofMillis(100);

    private static final Duration LAPSE = Duration.ofSeconds(3);

    private final String database;
    private final ReentrantLock mutex = new ReentrantLock();
    private final Deque<Place> waiting = new ArrayDeque<>();
    private final Map<Thread, Place> reservations = new ConcurrentHashMap<>();
    private volatile @Nullable Place holder;

    WriteLock(String database) {
        this.database = database;
    }

    /** The queue of this file. It is shared by every caller in this process, as SQLite's own file locks are. */
    static WriteLock of(Path file) {
        BY_FILE.values().removeIf(reference -> reference.get() == null);
        WriteLock[] found = new WriteLock[1];
        BY_FILE.compute(file, (path, reference) -> {
            WriteLock lock = reference == null ? null : reference.get();
            found[0] = lock == null ? new WriteLock(path.toString()) : lock;
            return lock == null || reference == null ? new WeakReference<>(found[0]) : reference;
        });
        return found[0];
    }

    /**
     * Waits for the lock. A place that this thread has reserved is used.
     *
     * @param timeout how long at most
     * @return the held place; closing it releases the lock
     * @throws WriteLockTimeoutException when it did not come in time, or the thread was interrupted while it waited
     * @throws WriteLockHeldException when this thread holds it already
     */
    Place acquire(Duration timeout) {
        return await(reserved(), timeout, false, false);
    }

    /** Like {@link #acquire}, for a caller that keeps a pooled connection while it waits. */
    Place acquireWithConnection(Duration timeout) {
        return await(reserved(), timeout, true, true);
    }

    /**
     * Takes the next place in the queue for a thread that comes later, so that the way to that thread costs no turn.
     * Whoever has it must go on to {@link #acquireForCallers} or close it.
     */
    Place line() {
        mutex.lock();
        try {
            Place place = new Place(null);
            place.hasConnection = true;
            if (holder == null) {
                grant(place);
            } else {
                waiting.addLast(place);
            }
            return place;
        } finally {
            mutex.unlock();
        }
    }

    /**
     * Like {@link #acquire}, for the writer: callers it writes for may keep pooled connections.
     *
     * @param ahead the place that was taken for it, if one was
     */
    Place acquireForCallers(@Nullable Place ahead, Duration timeout) {
        Place place = ahead == null ? reserved() : ahead;
        place.thread = Thread.currentThread();
        return await(place, timeout, true, false);
    }

    /** Waits for the lock before a connection is taken; {@link #acquire} on this thread then finds it there. */
    void reserve(Duration timeout) {
        cancelReservation();
        Place place = new Place(Thread.currentThread());
        place.reserved = true;
        Place granted = await(place, timeout, false, false);
        reservations.put(Thread.currentThread(), granted);
    }

    /** Gives back what {@link #reserve} took, where nobody used it. */
    void cancelReservation() {
        Place place = reservations.remove(Thread.currentThread());
        if (place != null) {
            place.close();
        }
    }

    /** How many stand in the queue behind the holder. */
    int waiting() {
        mutex.lock();
        try {
            return waiting.size();
        } finally {
            mutex.unlock();
        }
    }

    boolean isHeldByCurrentThread() {
        Place current = holder;
        return current != null && current.thread == Thread.currentThread() && !current.reserved;
    }

    /**
     * For who would wait behind a thread that waits for the lock.
     *
     * @throws WriteLockHeldException when this thread holds it
     */
    void refuseHolder() {
        if (isHeldByCurrentThread()) {
            throw new WriteLockHeldException(database);
        }
    }

    private Place reserved() {
        Place place = reservations.remove(Thread.currentThread());
        if (place == null) {
            return new Place(Thread.currentThread());
        }
        mutex.lock();
        try {
            place.reserved = false;
            return place;
        } finally {
            mutex.unlock();
        }
    }

    private Place await(Place place, Duration timeout, boolean hasConnection, boolean passAtOnce) {
        long deadline = System.nanoTime() + timeout.toNanos();
        place.hasConnection = hasConnection;
        place.arrived = System.nanoTime();
        mutex.lock();
        try {
            if (holder == place) {
                place.since = System.nanoTime();
                return place;
            }
            if (holder != null && !holder.reserved && holder.thread == place.thread) {
                throw new WriteLockHeldException(database);
            }
            if (holder == null) {
                return grant(place);
            }
            if (!waiting.contains(place)) {
                waiting.addLast(place);
            }
            if (passAtOnce) {
                passReservation(firstWaiting(true), Duration.ZERO);
            }
            while (holder != place) {
                long left = deadline - System.nanoTime();
                if (left <= 0) {
                    throw new WriteLockTimeoutException(describe(timeout));
                }
                place.granted.awaitNanos(Math.min(left, untilNextLook(place)));
                passOverTheDead();
                lapse();
                if (place.hasConnection) {
                    passReservation(firstWaiting(true), UNUSED);
                } else if (!place.reserved && place.hasWaited(LONG_UNUSED)) {
                    passReservation(firstWaiting(false), LONG_UNUSED);
                }
            }
            return place;
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            if (holder == place) {
                return place;
            }
            throw new WriteLockTimeoutException(
                    "interrupted while waiting for the write lock of " + database + "; nothing was written");
        } finally {
            if (holder != place) {
                waiting.remove(place);
            }
            mutex.unlock();
        }
    }

    private Place grant(Place place) {
        holder = place;
        place.since = System.nanoTime();
        place.granted.signal();
        if (place.reserved) {
            place.reservedSince = place.reservedSince == 0 ? place.since : place.reservedSince;
            waiting.stream().filter(next -> next.hasConnection).forEach(next -> next.granted.signal());
        }
        return place;
    }

    private long untilNextLook(Place place) {
        Place current = holder;
        if (current == null || !current.reserved) {
            return LIVENESS.toNanos();
        }
        return place.hasConnection
                ? Math.max(100_000, UNUSED.minus(current.heldFor()).toNanos())
                : LONG_UNUSED.toNanos();
    }

    private @Nullable Place firstWaiting(boolean withConnection) {
        for (Place place : waiting) {
            if (withConnection ? place.hasConnection : !place.reserved) {
                return place;
            }
        }
        return null;
    }

    private void passReservation(@Nullable Place first, Duration unusedFor) {
        Place current = holder;
        if (first != null
                && current != null
                && current.reserved
                && current.heldFor().compareTo(unusedFor) >= 0) {
            waiting.remove(first);
            waiting.addFirst(current);
            grant(first);
        }
    }

    private void lapse() {
        Place current = holder;
        if (current != null && current.reserved && System.nanoTime() - current.reservedSince > LAPSE.toNanos()) {
            reservations.values().remove(current);
            next();
        }
    }

    private void passOverTheDead() {
        Place current = holder;
        Thread thread = current == null ? null : current.thread;
        if (thread != null && !thread.isAlive()) {
            reservations.values().remove(current);
            next();
        }
    }

    private void next() {
        Place first = waiting.pollFirst();
        holder = null;
        if (first != null) {
            grant(first);
        }
    }

    private String describe(Duration timeout) {
        Place current = holder;
        Thread thread = current == null ? null : current.thread;
        String who = current == null || thread == null
                ? "nobody"
                : "thread '" + thread.getName() + "' for " + current.heldFor().toMillis() + " ms";
        return "no write lock of " + database + " within " + timeout.toMillis() + " ms: it is held by " + who + ", "
                + (waiting.size() - 1)
                + " more are waiting. Keep writing transactions short (readOnly = true where nothing"
                + " is written), or raise busy_timeout";
    }

    /** One caller's place: first in the queue, then at the lock. */
    final class Place implements AutoCloseable {

        private volatile @Nullable Thread thread;
        private final Condition granted = mutex.newCondition();
        private boolean reserved;
        private boolean hasConnection;
        private long arrived;
        private long since;
        private long reservedSince;

        private Place(@Nullable Thread thread) {
            this.thread = thread;
        }

        Duration heldFor() {
            return Duration.of(System.nanoTime() - since, TimeUnit.NANOSECONDS.toChronoUnit());
        }

        private boolean hasWaited(Duration limit) {
            return System.nanoTime() - arrived >= limit.toNanos();
        }

        /** Leaves the place; a second call does nothing. */
        @Override
        public void close() {
            mutex.lock();
            try {
                waiting.remove(this);
                if (holder == this) {
                    next();
                }
            } finally {
                mutex.unlock();
            }
        }
    }
}
