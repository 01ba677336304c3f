package io.askr.topic;

import io.askr.jdbc.AskrDatabase;
import io.askr.wake.CommitSignal;

/** Placeholder: the body follows. */
@SuppressWarnings("DoNotCallSuggester")
public final class TopicWakes implements AutoCloseable {

    public TopicWakes(AskrDatabase database, CommitSignal signal) {}

    /** Who is to be told. Calls are quick, in memory, and may come from any thread. */
    public interface Target {

        /** Something that concerns you may have been committed: look again. */
        void wake();

        /** Nothing in (from, to] matches: whoever has read up to {@code from} or further has read up to {@code to}. */
        void skip(long from, long to);

        /** Up to where this target has read already; a look that finds nothing beyond does not wake it. */
        default long reached() {
            return -1;
        }
    }

    /** A target's place in the list. */
    public interface Registration extends AutoCloseable {

        @Override
        void close();
    }

    public Registration register(TopicFilter filter, Target target) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void close() {}
}
