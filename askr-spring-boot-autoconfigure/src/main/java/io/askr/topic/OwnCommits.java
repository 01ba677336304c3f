package io.askr.topic;

import io.askr.wake.Commit;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * The part of the log behind the last look that is known without looking, because this process wrote it: seqs are given
 * out in the order of commits, so commits of ours that follow on the last look and on each other leave no room for
 * anybody else's. What is told late or out of order waits for what comes before it. To know less is always right: a look
 * reads what is not known here.
 */
final class OwnCommits {

    /** Nothing was looked at yet. */
    static final long UNKNOWN = -1;

    static final int MOST_CHANNELS = 10_000;
    static final int MOST_AHEAD = 1_000;

    private final Map<String, Long> channels = new HashMap<>();
    private final NavigableMap<Long, Commit.Local> ahead = new TreeMap<>();
    private long upTo = UNKNOWN;

    /**
     * What is known at a moment.
     *
     * @param upTo the seq up to which everything since the last look is known
     * @param channels the highest seq of each channel on which something stands there
     */
    record Known(long upTo, Map<String, Long> channels) {}

    synchronized Known known() {
        return new Known(upTo, Map.copyOf(channels));
    }

    synchronized void add(Commit.Local commit) {
        boolean certain = commit.knownFrom() <= commit.highestSeq();
        if (upTo == UNKNOWN || !certain || commit.knownFrom() <= upTo) {
            return;
        }
        if (ahead.size() < MOST_AHEAD || commit.knownFrom() == upTo + 1) {
            ahead.put(commit.knownFrom(), commit);
            join();
        }
    }

    /** A look has told everybody of everything up to {@code last}. */
    synchronized void looked(long last) {
        channels.values().removeIf(seq -> seq <= last);
        upTo = Math.max(upTo, last);
        ahead.headMap(upTo, true).clear();
        join();
    }

    /** Forgets everything: the log is known up to {@code last} only, or not at all. */
    synchronized void restart(long last) {
        channels.clear();
        ahead.clear();
        upTo = last;
    }

    private void join() {
        Commit.Local next = ahead.remove(upTo + 1);
        while (next != null && channels.size() < MOST_CHANNELS) {
            for (String channel : next.channels()) {
                channels.merge(channel, next.highestSeq(), Math::max);
            }
            upTo = next.highestSeq();
            next = ahead.remove(upTo + 1);
        }
    }
}
