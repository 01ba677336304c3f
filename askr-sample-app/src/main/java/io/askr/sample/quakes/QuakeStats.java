package io.askr.sample.quakes;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The figures that the page and {@code GET /api/stats} show, all from one moment.
 *
 * @param total quakes stored
 * @param strong alerts written for magnitude 4.5 and more
 * @param greatest the greatest magnitude that {@code region_stats} knows, null before the first quake
 * @param regions the row of each network, the busiest first
 * @param subscribers how far each subscriber is behind the log
 */
record QuakeStats(
        long total, long strong, @Nullable Double greatest, List<Region> regions, List<Subscriber> subscribers) {

    /**
     * A row of {@code region_stats}.
     *
     * @param net the network's code
     * @param count quakes counted
     * @param maxMagnitude the greatest of them
     * @param lastTime when the latest of them happened
     */
    record Region(String net, long count, double maxMagnitude, Instant lastTime) {}

    /**
     * A durable subscriber.
     *
     * @param name its name
     * @param cursor the number of the last event it is done with
     * @param lag events it has yet to see
     */
    record Subscriber(String name, long cursor, long lag) {}

    /** Whether every subscriber has seen every event. */
    boolean caughtUp() {
        return subscribers.stream().allMatch(subscriber -> subscriber.lag() == 0);
    }
}
