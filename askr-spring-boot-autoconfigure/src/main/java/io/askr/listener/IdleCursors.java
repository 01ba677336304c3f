package io.askr.listener;

import io.askr.topic.CursorMove;
import io.askr.topic.SubscriberStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stores the cursors of listeners that have moved over events that don't concern them: for all listeners together, and
 * every few seconds only, because nobody loses anything when that is late. Sleeps without a deadline while nothing moves.
 */
final class IdleCursors {

    private static final Logger LOGGER = LoggerFactory.getLogger(IdleCursors.class);

    /** A listener whose place in the log moves while it sleeps. */
    interface Idler {

        Optional<CursorSave> beginSave();

        /** Wakes it where it has lost sight of a part of the log. */
        void lookIfBehind();
    }

    private final Duration interval;
    private final SubscriberStore store;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Set<Idler> moved = new LinkedHashSet<>();
    private @Nullable Thread thread;
    private boolean failing;

    IdleCursors(Duration interval, SubscriberStore store) {
        this.interval = interval;
        this.store = store;
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
                save(due);
                due = awaitDue();
            }
        } catch (InterruptedException nobodyDoes) {
            Thread.currentThread().interrupt();
        }
    }

    private void save(List<Idler> due) {
        List<CursorSave> saves =
                due.stream().flatMap(idler -> idler.beginSave().stream()).toList();
        try {
            if (!saves.isEmpty()) {
                List<CursorMove> refused =
                        store.advanceAll(saves.stream().map(CursorSave::move).toList());
                saves.forEach(save -> settle(save, refused));
            }
            failing = false;
        } catch (RuntimeException | Error failure) {
            due.forEach(this::moved);
            reportOnce(failure);
        } finally {
            saves.forEach(CursorSave::close);
        }
        due.forEach(Idler::lookIfBehind);
    }

    private static void settle(CursorSave save, List<CursorMove> refused) {
        if (refused.contains(save.move())) {
            save.refused();
        } else {
            save.saved();
        }
    }

    private void reportOnce(Throwable failure) {
        if (!failing) {
            LOGGER.warn("The cursors of idle listeners can't be stored now, which is tried again", failure);
        }
        failing = true;
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
