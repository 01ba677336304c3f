package io.askr.topic;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * The one thread that looks for changed channels. Requests that come while it looks are one request; a look that fails is
 * logged once, shown, and made again until it succeeds.
 */
final class WakeDispatcher implements AutoCloseable {

    private static final Log log = LogFactory.getLog(WakeDispatcher.class);

    private static final Duration FIRST_BACKOFF = Duration.ofMillis(20);
    private static final Duration MAX_BACKOFF = Duration.ofSeconds(1);
    private static final Duration LONGEST_SLEEP = Duration.ofSeconds(20);
    private static final Duration CLOSE_LIMIT = Duration.ofSeconds(5);

    private final Runnable look;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private @Nullable Thread thread;
    private boolean requested;
    private boolean closed;
    private volatile @Nullable Throwable failure;

    WakeDispatcher(Runnable look) {
        this.look = look;
    }

    void ensureStarted() {
        lock.lock();
        try {
            if (closed) {
                throw new IllegalStateException(
                        "the wakes of the topics are closed; register before the context closes");
            }
            if (thread == null) {
                thread = new Thread(this::run, "askr-topic-wakes");
                thread.setDaemon(true);
                thread.start();
            }
        } finally {
            lock.unlock();
        }
    }

    void lookSoon() {
        lock.lock();
        try {
            requested = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    Optional<Throwable> failure() {
        return Optional.ofNullable(failure);
    }

    @Override
    public void close() {
        Thread ending;
        lock.lock();
        try {
            closed = true;
            ending = thread;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        if (ending == null || ending == Thread.currentThread()) {
            return;
        }
        try {
            ending.join(CLOSE_LIMIT.toMillis());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        Duration backoff = Duration.ZERO;
        while (awaitRequest(backoff)) {
            backoff = attempt() ? Duration.ZERO : longer(backoff);
        }
    }

    private boolean attempt() {
        try {
            look.run();
            if (failure != null) {
                failure = null;
                log.info("Looking for changed channels works again");
            }
            return true;
        } catch (Throwable broken) {
            if (failure == null) {
                log.error("Can't look for changed channels; trying again", broken);
            }
            failure = broken;
            lookSoon();
            return false;
        }
    }

    /** Lets {@code backoff} pass, waits for a request, and takes it; false when closed. */
    private boolean awaitRequest(Duration backoff) {
        long earliest = System.nanoTime() + backoff.toNanos();
        lock.lock();
        try {
            while (!closed) {
                long left = earliest - System.nanoTime();
                if (left <= 0 && requested) {
                    requested = false;
                    return true;
                }
                changed.awaitNanos(left > 0 ? left : LONGEST_SLEEP.toNanos());
            }
            return false;
        } catch (InterruptedException interrupted) {
            log.debug("Interrupted while waiting for a request; looking now", interrupted);
            return !closed;
        } finally {
            lock.unlock();
        }
    }

    private static Duration longer(Duration backoff) {
        Duration twice = backoff.isZero() ? FIRST_BACKOFF : backoff.multipliedBy(2);
        return twice.compareTo(MAX_BACKOFF) < 0 ? twice : MAX_BACKOFF;
    }
}
