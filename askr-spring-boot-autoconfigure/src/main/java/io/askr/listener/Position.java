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
    private long skipFrom;
    private long skipTo;

    /**
     * Takes over the stored cursor at a start, or after somebody else has moved it. Where it is what this process knew it to
     * be, the position in memory stands: what a handler has done is not done again because storing it had failed.
     */
    synchronized void open(long cursor) {
        if (cursor != stored || cursor > current) {
            reset(cursor);
        }
    }

    /** Begins at a place, whatever was before. */
    synchronized void reset(long seq) {
        current = seq;
        stored = seq;
        skipFrom = seq;
        skipTo = seq;
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
        applySkip();
    }

    /** The cursor was stored. */
    synchronized void stored(long seq) {
        stored = Math.max(stored, seq);
        moveTo(stored);
    }

    /**
     * Moves over a part of the log in which nothing matches; at once, or as soon as everything before it has been handled.
     */
    synchronized void skip(long from, long to) {
        skipFrom = skipTo == from ? skipFrom : from;
        skipTo = to;
        applySkip();
    }

    /** Whether a part that was to be skipped is still out of reach. */
    synchronized boolean isBehind() {
        return skipTo > current;
    }

    private void applySkip() {
        if (current >= skipFrom) {
            current = Math.max(current, skipTo);
        }
    }

    synchronized CompletableFuture<Void> whenReached(long seq) {
        CompletableFuture<Void> future = new CompletableFuture<>();
        waiters.add(new Waiter(seq, future));
        return future;
    }

    synchronized boolean hasWaiters() {
        return !waiters.isEmpty();
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
