package io.askr.sample.quakes;

import org.springframework.stereotype.Component;

/** Records a feed quake by quake: what is stored when something fails stays stored, and the same feed can come again. */
@Component
class FeedIntake {

    private final QuakeLog quakes;

    FeedIntake(QuakeLog quakes) {
        this.quakes = quakes;
    }

    FeedReceipt take(Feed feed) {
        int stored = 0;
        for (Quake quake : feed.quakes()) {
            if (quakes.record(quake)) {
                stored++;
            }
        }
        return FeedReceipt.of(feed, stored);
    }
}
