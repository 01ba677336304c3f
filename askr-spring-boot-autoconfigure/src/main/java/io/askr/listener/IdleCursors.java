package io.askr.listener;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Stores the cursors of listeners that have moved over events that don't concern them: for all listeners together, and
 * every few seconds only, because nobody loses anything when that is late. Sleeps without a deadline while nothing moves.
 */
final class IdleCursors {

    /** A listener whose place in the log moves while it sleeps. */
    interface Idler {

        /** Stores its cursor and, where it has lost sight of a part of the log, looks again. Must not throw. */
        void catchUp();
    }

    private final Duration interval;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Set<Idler> moved = new LinkedHashSet<>();
    private @Nullable Thread thread;

    IdleCursors(Duration interval) {
        this.interval = interval;
    }

    /** The listener has moved. Only takes note of it, and starts the thread if there is none. */
    void moved(Idler listener) {
        lock.lock();
        try {
            moved.add(listener);
            if (thread == null) {
                Thread started = new Thread(this::run, "askr-idle-cursors");
                started.setDaemon(true);
                thread = started;
                started.start();
            }
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Ends the thread. What has moved is stored by the listeners themselves when they stop. */
    void stop() {
        lock.lock();
        try {
            thread = null;
            moved.clear();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void run() {
        try {
            List<Idler> due = awaitDue();
            while (!due.isEmpty()) {
                due.forEach(Idler::catchUp);
                due = awaitDue();
            }
        } catch (InterruptedException nobodyDoes) {
            Thread.currentThread().interrupt();
        }
    }

    /** Returns what has moved, an interval after the first did; nothing when the end has come. */
    private List<Idler> awaitDue() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (isCurrent() && moved.isEmpty()) {
                changed.await();
            }
            long nanos = interval.toNanos();
            while (isCurrent() && nanos > 0) {
                nanos = changed.awaitNanos(nanos);
            }
            if (!isCurrent()) {
                return List.of();
            }
            List<Idler> due = new ArrayList<>(moved);
            moved.clear();
            return due;
        } finally {
            lock.unlock();
        }
    }

    private boolean isCurrent() {
        return thread == Thread.currentThread();
    }
}
