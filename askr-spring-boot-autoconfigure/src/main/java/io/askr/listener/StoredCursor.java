package io.askr.listener;

import io.askr.topic.CursorMove;
import io.askr.topic.ParkedEvent;
import io.askr.topic.StartPosition;
import io.askr.topic.SubscriberStore;
import io.askr.topic.TopicEvent;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A subscriber's cursor. Every update is conditional on the value that this process knows; the lock keeps the listener's
 * thread and the one that stores idle cursors from meeting in between.
 */
final class StoredCursor implements Cursor {

    private final String subscriber;
    private final StartPosition start;
    private final SubscriberStore store;
    private final Position position = new Position();
    private final ReentrantLock lock = new ReentrantLock();
    private volatile boolean stale;

    StoredCursor(String subscriber, StartPosition start, SubscriberStore store) {
        this.subscriber = subscriber;
        this.start = start;
        this.store = store;
    }

    @Override
    public Position position() {
        return position;
    }

    @Override
    public void open() {
        reload();
    }

    /** A row that was deleted is made again, at the start position. */
    @Override
    public void reload() {
        lock.lock();
        try {
            position.open(store.open(subscriber, start));
            stale = false;
        } finally {
            lock.unlock();
        }
    }

    /** The restored row stands, also where it is the one that was known: the place in memory is one of another log. */
    @Override
    public void wentBack(long last) {
        lock.lock();
        try {
            position.reset(store.open(subscriber, start));
            stale = false;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public boolean isStale() {
        return stale;
    }

    @Override
    public void save() {
        long to = position.current();
        if (position.isUnstored()) {
            move(to, () -> advance(to));
        }
    }

    @Override
    public Optional<CursorSave> beginSave() {
        if (!lock.tryLock()) {
            return Optional.empty();
        }
        if (stale || !position.isUnstored()) {
            lock.unlock();
            return Optional.empty();
        }
        CursorMove move = new CursorMove(subscriber, position.stored(), position.current());
        return Optional.of(new CursorSave(move, this, lock));
    }

    void markStale() {
        stale = true;
    }

    @Override
    public boolean keeps() {
        return true;
    }

    @Override
    public void park(TopicEvent<byte[]> event, int attempts, Throwable failure) {
        ParkedEvent parked = new ParkedEvent(subscriber, event, attempts, failure);
        move(event.seq(), () -> check(store.park(parked, position.stored(), event.seq())));
    }

    /** Runs a transaction that moves the cursor to {@code to}. */
    void move(long to, Runnable transaction) {
        lock.lock();
        try {
            transaction.run();
            position.stored(to);
        } finally {
            lock.unlock();
        }
    }

    /** Moves the cursor, in the caller's transaction if there is one. */
    void advance(long to) {
        check(store.advance(subscriber, position.stored(), to));
    }

    private void check(boolean moved) {
        if (!moved) {
            throw new StaleCursorException(subscriber);
        }
    }
}
