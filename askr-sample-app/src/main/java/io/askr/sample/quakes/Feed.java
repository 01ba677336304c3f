package io.askr.sample.quakes;

import java.util.List;

/**
 * A feed that has been read: its quakes, oldest first, and what it holds that can't be used.
 *
 * @param quakes the usable quakes, in the order they happened
 * @param withoutMagnitude features that nobody has measured yet
 * @param rejected features that break the format
 */
record Feed(List<Quake> quakes, List<Skipped> withoutMagnitude, List<Skipped> rejected) {

    /**
     * A feature that was left out.
     *
     * @param feature its place in the feed, counted from 0
     * @param id its id, empty where it has none
     * @param reason what is wrong with it
     */
    record Skipped(int feature, String id, String reason) {}
}
