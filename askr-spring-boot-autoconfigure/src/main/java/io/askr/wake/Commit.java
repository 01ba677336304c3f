package io.askr.wake;

import java.util.Set;

/**
 * A hint that something was committed. It carries no data: look again.
 *
 * @since 0.1.0
 */
public sealed interface Commit {

    /**
     * This process published; it is known where.
     *
     * @param channels the channels
     * @param highestSeq the highest seq of that commit
     * @param knownFrom from this seq to {@code highestSeq} there is, for certain, nothing but events of that commit on
     *     these channels; above {@code highestSeq} where that can't be said
     */
    record Local(Set<String> channels, long highestSeq, long knownFrom) implements Commit {

        /** Copies the channels. */
        public Local {
            channels = Set.copyOf(channels);
        }

        /**
         * A commit of which only the channels and the highest seq are known.
         *
         * @param channels the channels
         * @param highestSeq the highest seq of that commit
         */
        public Local(Set<String> channels, long highestSeq) {
            this(channels, highestSeq, highestSeq + 1);
        }
    }

    /** Somebody committed something, this process included: look again. */
    record Foreign() implements Commit {}
}
