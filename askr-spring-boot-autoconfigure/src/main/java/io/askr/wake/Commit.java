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
     */
    record Local(Set<String> channels, long highestSeq) implements Commit {

        /** Copies the channels. */
        public Local {
            channels = Set.copyOf(channels);
        }
    }

    /** Somebody committed something, this process included: look again. */
    record Foreign() implements Commit {}
}
