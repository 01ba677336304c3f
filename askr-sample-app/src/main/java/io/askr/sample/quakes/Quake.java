package io.askr.sample.quakes;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One quake, as it is stored, published and sent to the page.
 *
 * @param id the id that the feed gives it, for example {@code us1000chhc}
 * @param net the seismic network that reported it, for example {@code us}
 * @param magnitude the magnitude; small quakes may be below 0
 * @param place where it was, in words; may be empty
 * @param kind {@code earthquake}, or what else shook the ground, for example {@code quarry blast}
 * @param time when it happened, in milliseconds at best
 * @param longitude degrees east, -180 to 180
 * @param latitude degrees north, -90 to 90
 * @param depth kilometres below the surface, null where it is not known
 */
record Quake(
        String id,
        String net,
        double magnitude,
        String place,
        String kind,
        Instant time,
        double longitude,
        double latitude,
        @Nullable Double depth) {

    /** From this magnitude on a quake is worth an alert. */
    static final double STRONG = 4.5;

    boolean strong() {
        return magnitude >= STRONG;
    }
}
