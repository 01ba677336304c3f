package io.askr.jdbc;

import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Warns, once for each place, of transactions that keep every other writer waiting. */
final class SlowTransactions {

    private static final Logger log = LoggerFactory.getLogger(SlowTransactions.class);

    private final Duration threshold;
    private final CallSites places = new CallSites();

    SlowTransactions(Duration threshold) {
        this.threshold = threshold;
    }

    void ended(Duration heldFor) {
        if (heldFor.compareTo(threshold) > 0) {
            places.first()
                    .ifPresent(place -> log.warn(
                            "A transaction held SQLite's write lock for {} ms, and every other writer waited: {}. Do the slow"
                                    + " part outside of it, or mark it readOnly = true if it writes nothing"
                                    + " (askr.sqlite.slow-transaction = {} ms; logged once for each place)",
                            heldFor.toMillis(),
                            place,
                            threshold.toMillis()));
        }
    }
}
