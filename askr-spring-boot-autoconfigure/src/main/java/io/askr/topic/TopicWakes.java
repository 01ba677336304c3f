package io.askr.topic;

import io.askr.jdbc.AskrDatabase;
import io.askr.wake.Commit;
import io.askr.wake.CommitSignal;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * From commits to the listeners concerned, for the containers. What this process publishes wakes the matching targets at
 * once. For everybody's commits, one look finds the channels on which something was committed since the last look; only
 * matching targets are woken, and the others are told how far nothing concerns them.
 *
 * <p>A look covers {@code (seen, last]}, both from one snapshot, and only a look moves {@code seen}: a commit of this
 * process may stand behind one of another's that no look has found yet. What is known of our own commits without a gap
 * from {@code seen} on is not read again: where nobody else has published, a look asks for {@code last} and nothing more.
 *
 * @since 0.1.0
 */
public final class TopicWakes implements AutoCloseable {

    private static final long UNKNOWN = OwnCommits.UNKNOWN;

    private final WakeTargets targets = new WakeTargets();
    private final OwnCommits own = new OwnCommits();
    private final ChangedChannels changed;
    private final WakeDispatcher dispatcher = new WakeDispatcher(this::look);
    private final CommitSignal.Subscription subscription;
    private final boolean lookAfterLocal;
    private final Object lock = new Object();
    private long seen = UNKNOWN;

    /**
     * Creates it; it touches the database from the first registration on.
     *
     * @param database the way to the database
     * @param signal tells of commits
     */
    public TopicWakes(AskrDatabase database, CommitSignal signal) {
        this.changed = new ChangedChannels(database);
        this.lookAfterLocal = database.inMemory();
        this.subscription = signal.subscribe(this::committed);
    }

    /**
     * Who is to be told. Calls come from any thread, also from one that publishes: they must be quick, stay in memory, and
     * not throw.
     *
     * @since 0.1.0
     */
    public interface Target {

        /** Something that concerns you may have been committed: look again. */
        void wake();

        /**
         * Nothing in (from, to] matches: whoever has read up to {@code from} or beyond has read up to {@code to}. It may
         * come while a read is under way; keep it, and apply it when the read is done.
         *
         * @param from a seq, exclusive
         * @param to a seq, inclusive
         */
        void skip(long from, long to);

        /**
         * Up to where this target has read: a look that finds nothing beyond does not wake it.
         *
         * @return the seq, -1 if it can't say
         */
        default long reached() {
            return -1;
        }
    }

    /**
     * A target's place in the list.
     *
     * @since 0.1.0
     */
    public interface Registration extends AutoCloseable {

        /** Ends it; calling it again does nothing. */
        @Override
        void close();
    }

    /**
     * Registers a target, and wakes it once before this returns.
     *
     * @param filter what concerns it
     * @param target whom to tell
     * @return closes to end it
     * @throws IllegalStateException if this is closed
     */
    public Registration register(TopicFilter filter, Target target) {
        WakeTarget registered = new WakeTarget(filter, target);
        synchronized (lock) {
            dispatcher.ensureStarted();
            if (targets.isEmpty()) {
                forget();
            }
            registered.mayMatchUpTo(seen);
            targets.add(registered);
        }
        registered.wake();
        return () -> targets.remove(registered);
    }

    /**
     * What keeps it from looking just now.
     *
     * @return the failure, empty when all is well
     */
    public Optional<Throwable> failure() {
        return dispatcher.failure();
    }

    /** Ends the thread that looks; targets hear nothing more. */
    @Override
    public void close() {
        subscription.close();
        targets.clear();
        dispatcher.close();
    }

    int targets() {
        return targets.size();
    }

    private void committed(Commit commit) {
        if (targets.isEmpty()) {
            return;
        }
        if (commit instanceof Commit.Local local) {
            own.add(local);
            targets.concernedBy(local.channels()).forEach(target -> target.committed(local.highestSeq()));
        }
        if (commit instanceof Commit.Foreign || lookAfterLocal) {
            dispatcher.lookSoon();
        }
    }

    private void look() {
        long from;
        synchronized (lock) {
            if (targets.isEmpty()) {
                return;
            }
            from = seen;
        }
        ChangedChannels.Look look = changed.since(from, own);
        boolean told = false;
        try {
            tell(look, from);
            told = true;
        } finally {
            if (!told) {
                forget();
            }
        }
    }

    private void tell(ChangedChannels.Look look, long from) {
        List<WakeTarget> all;
        synchronized (lock) {
            if (seen != from) {
                dispatcher.lookSoon();
                return;
            }
            seen = look.last();
            if (look.channels().isPresent()) {
                own.looked(seen);
            } else {
                own.restart(seen);
            }
            all = targets.all();
        }
        if (look.channels().isEmpty()) {
            all.forEach(target -> target.foundAnything(look.last()));
            return;
        }
        Map<WakeTarget, Long> concerned = targets.concernedBy(look.channels().get());
        all.forEach(target -> target.found(concerned.getOrDefault(target, -1L), look.last()));
    }

    /** The next look wakes everybody. */
    private void forget() {
        synchronized (lock) {
            seen = UNKNOWN;
            own.restart(UNKNOWN);
        }
    }
}
