package io.askr.wake;

import io.askr.jdbc.ConnectionOpener;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * One run of a {@link Watcher}, from start to stop. Whatever goes wrong is logged once, shown, and tried again on a new
 * connection; the first look on any connection counts as a commit, as nobody knows what happened before.
 */
final class WatchLoop implements Runnable {

    private static final Log log = LogFactory.getLog(WatchLoop.class);

    private static final Duration FIRST_BACKOFF = Duration.ofMillis(50);

    private final ConnectionOpener opener;
    private final CommitSignal signal;
    private final LookTrigger trigger;
    private final Duration maxBackoff;
    private final LongAdder wakeups;
    private final LongAdder failures;
    private final Thread thread = new Thread(this, "askr-watcher");

    private volatile boolean stopped;
    private volatile @Nullable Throwable failure;
    private @Nullable DataVersion version;
    private OptionalLong baseline = OptionalLong.empty();

    WatchLoop(
            ConnectionOpener opener,
            CommitSignal signal,
            LookTrigger trigger,
            Duration maxBackoff,
            LongAdder wakeups,
            LongAdder failures) {
        this.opener = opener;
        this.signal = signal;
        this.trigger = trigger;
        this.maxBackoff = maxBackoff;
        this.wakeups = wakeups;
        this.failures = failures;
        thread.setDaemon(true);
    }

    /** Takes the baseline, then starts the thread: every commit from the return of this on is seen. */
    void start() {
        attempt();
        thread.start();
    }

    void stop(Duration limit) {
        stopped = true;
        LockSupport.unpark(thread);
        if (thread == Thread.currentThread()) {
            return;
        }
        try {
            thread.join(limit.toMillis());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    boolean alive() {
        return !stopped && thread.isAlive() && failure == null;
    }

    Optional<Throwable> failure() {
        return Optional.ofNullable(failure);
    }

    @Override
    public void run() {
        Duration backoff = FIRST_BACKOFF;
        boolean moved = true;
        while (!stopped) {
            if (failure == null) {
                trigger.await(moved);
                backoff = FIRST_BACKOFF;
            } else {
                LockSupport.parkNanos(this, backoff.toNanos());
                backoff = longer(backoff);
            }
            boolean interrupted = Thread.interrupted();
            if (interrupted) {
                log.debug("Interrupted while waiting; only a stop ends this thread");
            }
            if (!stopped) {
                moved = attempt();
            }
        }
        disconnect(null);
    }

    private boolean attempt() {
        try {
            boolean moved = look();
            if (failure != null) {
                failure = null;
                log.info("The watcher looks for commits again");
            }
            return moved;
        } catch (Throwable broken) {
            failures.increment();
            if (failure == null) {
                log.error(
                        "The watcher can't look for commits; it tries again, and until then listeners only hear of what"
                                + " this process commits",
                        broken);
            }
            failure = broken;
            disconnect(broken);
            return false;
        }
    }

    private boolean look() throws SQLException {
        DataVersion current = version;
        if (current == null) {
            current = DataVersion.open(opener);
            version = current;
        }
        OptionalLong seen = current.look();
        if (seen.isEmpty() || seen.equals(baseline)) {
            return false;
        }
        baseline = seen;
        wakeups.increment();
        signal.foreign();
        return true;
    }

    private void disconnect(@Nullable Throwable cause) {
        DataVersion old = version;
        version = null;
        baseline = OptionalLong.empty();
        if (old == null) {
            return;
        }
        try {
            old.close();
        } catch (SQLException alsoFailed) {
            if (cause == null) {
                log.warn("The watcher's connection can't be closed", alsoFailed);
            } else {
                cause.addSuppressed(alsoFailed);
            }
        }
    }

    private Duration longer(Duration backoff) {
        Duration twice = backoff.multipliedBy(2);
        return twice.compareTo(maxBackoff) < 0 ? twice : maxBackoff;
    }
}
