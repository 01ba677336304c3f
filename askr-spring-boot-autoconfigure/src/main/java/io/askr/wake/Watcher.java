package io.askr.wake;

import io.askr.jdbc.AskrDatabase;
import java.time.Duration;
import java.util.Optional;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.context.SmartLifecycle;

/**
 * Notices what other processes, and other connections of this one, commit, and says so through a {@link CommitSignal}:
 * one thread for a database, one look at {@code pragma data_version} at a time, nothing else. Events of the database's
 * directory say when to look; where there are none it looks often, as {@link WatchStrategy} says. It opens connections,
 * never a file. A failure is logged once, shown by {@link #alive()} and {@link #failure()}, and mended by a new connection
 * as soon as one can be had. When another file comes under the database's name it moves there, with all connections of the
 * {@link AskrDatabase}, and wakes everybody once.
 *
 * <p>A database in memory belongs to this process alone: there the watcher runs without a thread.
 *
 * @since 0.1.0
 */
public final class Watcher implements SmartLifecycle {

    /** It starts before the listeners and stops after them. */
    public static final int PHASE = Integer.MAX_VALUE - 100;

    private static final Log log = LogFactory.getLog(Watcher.class);

    private static final Duration STOP_LIMIT = Duration.ofSeconds(5);

    private final @Nullable Watched watched;
    private final @Nullable FileIdentity identity;
    private final CommitSignal signal;
    private final WatcherSettings settings;
    private final WakeCounts counts = new WakeCounts();

    private volatile boolean running;
    private volatile @Nullable WatchLoop loop;

    /**
     * Creates a watcher that is not yet running.
     *
     * @param database what to watch
     * @param signal whom to tell
     * @param settings how to look
     */
    public Watcher(AskrDatabase database, CommitSignal signal, WatcherSettings settings) {
        this(database.file().map(file -> Watched.of(database, file)).orElse(null), signal, settings);
    }

    Watcher(@Nullable Watched watched, CommitSignal signal, WatcherSettings settings) {
        this.watched = watched;
        this.identity = watched == null ? null : new FileIdentity(watched.file());
        this.signal = signal;
        this.settings = settings;
    }

    /**
     * Starts to look. Every commit after the return of this is noticed, and those who listen are told once at the start.
     * A database that can't be reached now does not keep this from starting.
     */
    @Override
    public synchronized void start() {
        if (running) {
            return;
        }
        if (watched == null || identity == null) {
            log.info("The database is in memory: no other process can commit to it, listeners are woken by this one");
        } else if (settings.looks()) {
            WatchLoop started = new WatchLoop(watched, identity, signal, settings, counts);
            started.start();
            loop = started;
        }
        running = true;
    }

    /** Stops looking and closes the connection; it can be started again. */
    @Override
    public synchronized void stop() {
        running = false;
        WatchLoop stopping = loop;
        loop = null;
        if (stopping != null) {
            stopping.stop(STOP_LIMIT);
        }
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    @Override
    public int getPhase() {
        return PHASE;
    }

    /**
     * Whether commits are noticed just now.
     *
     * @return {@code false} while it is stopped, or can't look at the database
     */
    public boolean alive() {
        WatchLoop current = loop;
        return current == null ? running : current.alive();
    }

    /**
     * What keeps it from looking just now.
     *
     * @return the failure, empty when all is well
     */
    public Optional<Throwable> failure() {
        WatchLoop current = loop;
        return current == null ? Optional.empty() : current.failure();
    }

    /**
     * How it learns just now that somebody writes.
     *
     * @return events or polling; empty while it does not look
     */
    public Optional<WatchStrategy> strategy() {
        WatchLoop current = loop;
        return current == null ? Optional.empty() : current.strategy();
    }

    /**
     * How many looks and connections have failed since this was made.
     *
     * @return failures
     */
    public long failures() {
        return counts.failures();
    }

    /**
     * How many times listeners were told of commits since this was made.
     *
     * @param source by what
     * @return times
     */
    public long wakeups(WakeSource source) {
        return source == WakeSource.LOCAL ? signal.localCommits() : counts.wakeups(source);
    }
}
