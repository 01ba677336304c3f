package io.askr.wake;

import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * One run of a {@link Watcher}, from start to stop. Whatever goes wrong is logged once, shown, and tried again with a new
 * connection and a new trigger.
 */
final class WatchLoop implements Runnable {

    private static final Log log = LogFactory.getLog(WatchLoop.class);

    private static final Duration FIRST_BACKOFF = Duration.ofMillis(50);
    private static final long IDENTITY_INTERVAL = TimeUnit.MILLISECONDS.toNanos(250);

    private final Watched watched;
    private final FileIdentity identity;
    private final CommitLook commits;
    private final CommitSignal signal;
    private final ChosenTrigger trigger;
    private final Duration maxBackoff;
    private final WakeCounts counts;
    private final Thread thread = new Thread(this, "askr-watcher");

    private volatile boolean stopped;
    private volatile @Nullable Throwable failure;
    private boolean open;
    private boolean moved;
    private Duration backoff = FIRST_BACKOFF;
    private long identifiedAt;

    WatchLoop(
            Watched watched, FileIdentity identity, CommitSignal signal, WatcherSettings settings, WakeCounts counts) {
        this.watched = watched;
        this.identity = identity;
        this.commits = new CommitLook(watched.opener());
        this.signal = signal;
        this.trigger = new ChosenTrigger(watched, settings);
        this.maxBackoff = settings.maxBackoff();
        this.counts = counts;
        thread.setDaemon(true);
    }

    /** Takes the baseline, then starts the thread: every commit from the return of this on is seen. */
    void start() {
        attempt();
        thread.start();
    }

    void stop(Duration limit) {
        stopped = true;
        if (thread == Thread.currentThread()) {
            return;
        }
        thread.interrupt();
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

    Optional<WatchStrategy> strategy() {
        return trigger.strategy();
    }

    @Override
    public void run() {
        while (!stopped) {
            attempt();
            if (Thread.interrupted() && !stopped) {
                log.debug("Interrupted; only a stop ends this thread");
            }
        }
        release(null);
    }

    private void attempt() {
        try {
            WakeSource source = open ? trigger.await(moved) : reopen();
            moved = !stopped && look(source);
            if (failure != null) {
                failure = null;
                log.info("The watcher looks for commits again");
            }
            backoff = FIRST_BACKOFF;
        } catch (Throwable broken) {
            failed(broken);
        }
    }

    private WakeSource reopen() throws IOException {
        if (failure != null) {
            LockSupport.parkNanos(this, backoff.toNanos());
            backoff = longer(backoff);
        }
        trigger.open();
        open = true;
        return WakeSource.SAFETY;
    }

    private boolean look(WakeSource source) throws IOException, SQLException {
        if (mayBeReplaced(source)) {
            Optional<Object> other = identity.changed();
            if (other.isPresent()) {
                moveTo(other.get());
            }
        }
        if (!commits.moved()) {
            return false;
        }
        counts.woken(source);
        signal.foreign();
        return true;
    }

    private boolean mayBeReplaced(WakeSource source) {
        long now = System.nanoTime();
        if (source == WakeSource.POLL && now - identifiedAt < IDENTITY_INTERVAL) {
            return false;
        }
        identifiedAt = now;
        return true;
    }

    private void moveTo(Object key) throws IOException {
        log.warn("Another file has come under the name " + watched.file()
                + ". Askr's connections move to it and listeners"
                + " look at it; connections that the application's pool has open stay on the old one until they end");
        commits.disconnect(null);
        trigger.close();
        trigger.open();
        watched.replaced().run();
        identity.know(key);
    }

    private void failed(Throwable broken) {
        if (!stopped) {
            counts.failed();
            if (failure == null) {
                log.error(
                        "The watcher can't look for commits; it tries again, and until then listeners only hear of what"
                                + " this process commits",
                        broken);
            }
            failure = broken;
        }
        moved = false;
        release(broken);
    }

    private void release(@Nullable Throwable cause) {
        open = false;
        commits.disconnect(cause);
        try {
            trigger.close();
        } catch (IOException alsoFailed) {
            if (cause == null) {
                log.warn("The watcher's directory events can't be closed", alsoFailed);
            } else {
                cause.addSuppressed(alsoFailed);
            }
        }
    }

    private Duration longer(Duration previous) {
        Duration twice = previous.multipliedBy(2);
        return twice.compareTo(maxBackoff) < 0 ? twice : maxBackoff;
    }
}
