package io.askr.listener;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * How far a listener has come: in memory, and as its cursor is known to be stored. The first runs ahead of the second
 * where nothing matched, and where storing failed after a handler had succeeded.
 */
final class Position {

    private record Waiter(long seq, CompletableFuture<Void> future) {}

    private final List<Waiter> waiters = new ArrayList<>();
    private long current;
    private long stored;
    private boolean behind;

    /**
     * Takes over the stored cursor at a start, or after somebody else has moved it. Where it is what this process knew it to
     * be, the position in memory stands: what a handler has done is not done again because storing it had failed.
     */
    synchronized void open(long cursor) {
        if (cursor != stored || cursor > current) {
            current = cursor;
        }
        stored = cursor;
    }

    /** Begins at a place, whatever was before. */
    synchronized void reset(long seq) {
        current = seq;
        stored = seq;
    }

    synchronized long current() {
        return current;
    }

    synchronized long stored() {
        return stored;
    }

    /** Whether there is something to store. */
    synchronized boolean isUnstored() {
        return current > stored;
    }

    synchronized void moveTo(long seq) {
        current = Math.max(current, seq);
    }

    /** The cursor was stored. */
    synchronized void stored(long seq) {
        stored = Math.max(stored, seq);
        current = Math.max(current, stored);
    }

    /**
     * Moves over a part of the log in which nothing matches, if everything before it has been handled. If not, the listener
     * is {@linkplain #takeBehind() behind}: nobody will tell it of the part in between again.
     *
     * @return whether the position moved
     */
    synchronized boolean skip(long from, long to) {
        if (current < from) {
            behind = true;
            return false;
        }
        boolean moves = to > current;
        current = Math.max(current, to);
        return moves;
    }

    synchronized boolean takeBehind() {
        boolean was = behind;
        behind = false;
        return was;
    }

    synchronized CompletableFuture<Void> whenReached(long seq) {
        CompletableFuture<Void> future = new CompletableFuture<>();
        waiters.add(new Waiter(seq, future));
        return future;
    }

    /** Completes the futures of {@link #whenReached} that are due; called when everything up to here is settled. */
    void announce() {
        List<Waiter> due = new ArrayList<>();
        synchronized (this) {
            if (waiters.isEmpty()) {
                return;
            }
            waiters.removeIf(waiter -> {
                boolean reached = waiter.seq() <= current;
                if (reached) {
                    due.add(waiter);
                }
                return reached || waiter.future().isDone();
            });
        }
        due.forEach(waiter -> waiter.future().complete(null));
    }
}
