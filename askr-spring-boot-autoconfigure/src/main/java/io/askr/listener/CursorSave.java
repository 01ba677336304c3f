package io.askr.listener;

import io.askr.topic.CursorMove;
import java.util.concurrent.locks.ReentrantLock;

/** The saving of a cursor together with others'. Its listener can't save it until this is closed. */
final class CursorSave implements AutoCloseable {

    private final CursorMove move;
    private final StoredCursor cursor;
    private final ReentrantLock held;

    CursorSave(CursorMove move, StoredCursor cursor, ReentrantLock held) {
        this.move = move;
        this.cursor = cursor;
        this.held = held;
    }

    CursorMove move() {
        return move;
    }

    void saved() {
        cursor.position().stored(move.to());
    }

    void refused() {
        cursor.markStale();
    }

    @Override
    public void close() {
        held.unlock();
    }
}
