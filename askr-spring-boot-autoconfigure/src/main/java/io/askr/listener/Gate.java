package io.askr.listener;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Lets a listener's thread pass, wait and end: wakes, pauses and the stop meet here, so that none is lost between a look
 * and the sleep after it. A gate serves one run, from a start to a stop.
 */
final class Gate {

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private boolean woken;
    private boolean waiting;
    private boolean paused;
    private boolean stopped;

    Gate(boolean paused) {
        this.paused = paused;
    }

    void wake() {
        change(() -> woken = true);
    }

    void pause() {
        change(() -> paused = true);
    }

    /** Ends the pause and wakes: what was dropped at the pause is to be read again. */
    void resume() {
        change(() -> {
            paused = false;
            woken = true;
        });
    }

    void stop() {
        change(() -> stopped = true);
    }

    private void change(Runnable change) {
        lock.lock();
        try {
            change.run();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Whether events may be delivered: neither paused nor stopped. */
    boolean isOpen() {
        lock.lock();
        try {
            return !paused && !stopped;
        } finally {
            lock.unlock();
        }
    }

    boolean isStopped() {
        lock.lock();
        try {
            return stopped;
        } finally {
            lock.unlock();
        }
    }

    /** Forgets an interrupt that a handler has left behind; one that comes with the stop stays. */
    void dropStrayInterrupt() {
        if (!isStopped()) {
            Thread.interrupted();
        }
    }

    /** Whether the thread sleeps and nothing has woken it. */
    boolean isIdle() {
        lock.lock();
        try {
            return waiting && !woken;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Sleeps until there is something to look for, and takes the wake.
     *
     * @return {@code false} if the run has ended
     */
    boolean awaitWake() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            waiting = true;
            while (!stopped && (paused || !woken)) {
                changed.await();
            }
            woken = false;
            return !stopped;
        } finally {
            waiting = false;
            lock.unlock();
        }
    }

    /**
     * Sleeps for a while, with no regard to wakes.
     *
     * @return {@code false} if a pause or the stop came before the time had passed
     */
    boolean sleep(Duration time) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long nanos = saturated(time);
            while (!stopped && !paused && nanos > 0) {
                nanos = changed.awaitNanos(nanos);
            }
            return !stopped && !paused;
        } finally {
            lock.unlock();
        }
    }

    private static long saturated(Duration time) {
        try {
            return time.toNanos();
        } catch (ArithmeticException tooLong) {
            return Long.MAX_VALUE;
        }
    }
}
