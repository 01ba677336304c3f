package io.askr.topic;

import java.util.concurrent.atomic.AtomicLong;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/** A registered target, and the highest seq that may concern it, of those that were looked at. */
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

    TopicFilter filter() {
        return filter;
    }

    /**
     * This process has committed something that concerns this target, up to {@code highest}; or gave that seq up at a
     * savepoint. So only looks say what may match: none passes over what was committed.
     */
    void committed(long highest) {
        if (highest > target.reached()) {
            wake();
        }
    }

    /** A look up to {@code last} can't say what it concerns. */
    void foundAnything(long last) {
        mayMatch.set(last);
        wake();
    }

    /** A look up to {@code last} found something that concerns this target up to {@code highest}, -1 for nothing. */
    void found(long highest, long last) {
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
