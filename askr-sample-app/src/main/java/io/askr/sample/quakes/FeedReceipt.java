package io.askr.sample.quakes;

import java.util.List;
import java.util.stream.Stream;

/**
 * The answer to a feed: every feature of it is in exactly one of the four counts.
 *
 * @param stored quakes that were new
 * @param duplicates quakes whose id was there already, in the database or earlier in the feed
 * @param withoutMagnitude features left out because they are not measured yet
 * @param rejected features left out because they break the format
 * @param reasons why, for the first 50 features that were left out
 */
record FeedReceipt(int stored, int duplicates, int withoutMagnitude, int rejected, List<Feed.Skipped> reasons) {

    private static final int MOST_REASONS = 50;

    static FeedReceipt of(Feed feed, int stored) {
        List<Feed.Skipped> reasons = Stream.concat(feed.rejected().stream(), feed.withoutMagnitude().stream())
                .limit(MOST_REASONS)
                .toList();
        return new FeedReceipt(
                stored,
                feed.quakes().size() - stored,
                feed.withoutMagnitude().size(),
                feed.rejected().size(),
                reasons);
    }
}
