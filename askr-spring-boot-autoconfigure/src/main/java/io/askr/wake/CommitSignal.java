package io.askr.wake;

import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Tells subscribers in this process that something was committed. Subscribe first, then take the first snapshot.
 *
 * @since 0.1.0
 */
public final class CommitSignal {

    private static final Log log = LogFactory.getLog(CommitSignal.class);

    private final List<Listener> listeners = new CopyOnWriteArrayList<>();
    private final LongAdder localCommits = new LongAdder();

    /** Creates a signal without subscribers. */
    public CommitSignal() {}

    /**
     * A listener's place in the list.
     *
     * @since 0.1.0
     */
    public interface Subscription extends AutoCloseable {

        /** Removes the listener; calling it again does nothing. */
        @Override
        void close();
    }

    /**
     * Calls {@code listener} for each commit from now on, on the thread that signals: it must be quick and must not touch
     * the database. What it throws is logged and reaches nobody.
     *
     * @param listener what to call
     * @return closes to end it
     */
    public Subscription subscribe(Consumer<Commit> listener) {
        Listener own = new Listener(listener);
        listeners.add(own);
        return () -> listeners.remove(own);
    }

    /**
     * Says that this process has committed events. Does not throw.
     *
     * @param channels where
     * @param highestSeq the highest seq of that commit
     */
    public void local(Set<String> channels, long highestSeq) {
        local(new Commit.Local(channels, highestSeq));
    }

    /**
     * Says that this process has committed events. Does not throw.
     *
     * @param commit what is known of that commit
     */
    public void local(Commit.Local commit) {
        localCommits.increment();
        signal(commit);
    }

    /** Says that somebody has committed. Does not throw. */
    public void foreign() {
        signal(new Commit.Foreign());
    }

    long localCommits() {
        return localCommits.sum();
    }

    private void signal(Commit commit) {
        for (Listener listener : listeners) {
            try {
                listener.told.accept(commit);
            } catch (RuntimeException failure) {
                log.error("A listener for commits failed on " + commit + "; the others are told all the same", failure);
            }
        }
    }

    private static final class Listener {

        private final Consumer<Commit> told;

        Listener(Consumer<Commit> told) {
            this.told = told;
        }
    }
}
