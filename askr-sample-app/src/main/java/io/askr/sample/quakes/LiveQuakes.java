package io.askr.sample.quakes;

import io.askr.listener.AskrListener;
import org.springframework.stereotype.Component;

/** Hands each quake to the open pages as it comes. Without a subscriber's name it is live only: nothing is kept. */
@Component
class LiveQuakes {

    private final Viewers viewers;

    LiveQuakes(Viewers viewers) {
        this.viewers = viewers;
    }

    @AskrListener(topics = "quakes.*", id = "live-quakes")
    void show(Quake quake) {
        viewers.send("quake", quake);
    }
}
