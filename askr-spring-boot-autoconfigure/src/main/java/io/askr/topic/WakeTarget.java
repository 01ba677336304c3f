package io.askr.topic;

import io.askr.wake.Commit;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/** A registered target, and the highest seq that may concern it. */
final class WakeTarget {

    private static final Log log = LogFactory.getLog(WakeTarget.class);

    private final TopicFilter filter;
    private final TopicWakes.Target target;
    private final AtomicLong mayMatch = new AtomicLong();

    WakeTarget(TopicFilter filter, TopicWakes.Target target) {
        this.filter = filter;
        this.target = target;
    }

    void mayMatchUpTo(long seq) {
        mayMatch.accumulateAndGet(seq, Math::max);
    }

    void committed(Commit.Local commit) {
        if (commit.channels().stream().anyMatch(filter::matches)) {
            mayMatchUpTo(commit.highestSeq());
            wake();
        }
    }

    void found(ChangedChannels.Look look) {
        if (look.channels().isPresent()) {
            found(look.channels().get(), look.last());
        } else {
            mayMatch.set(look.last());
            wake();
        }
    }

    private void found(Map<String, Long> channels, long last) {
        long highest = channels.entrySet().stream()
                .filter(channel -> filter.matches(channel.getKey()))
                .mapToLong(Map.Entry::getValue)
                .max()
                .orElse(-1);
        mayMatchUpTo(highest);
        long from = mayMatch.get();
        if (highest > target.reached()) {
            wake();
        } else if (from < last) {
            skip(from, last);
        }
    }

    void wake() {
        try {
            target.wake();
        } catch (RuntimeException failure) {
            log.error("A listener for " + filter + " could not be woken", failure);
        }
    }

    private void skip(long from, long to) {
        try {
            target.skip(from, to);
        } catch (RuntimeException failure) {
            log.error("A listener for " + filter + " could not be moved on to " + to, failure);
        }
    }
}
