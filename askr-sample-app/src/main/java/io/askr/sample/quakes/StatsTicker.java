package io.askr.sample.quakes;

import org.jspecify.annotations.Nullable;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** Sends the figures to the open pages twice a second, where they have changed. */
@Component
class StatsTicker {

    private final QuakeStatsReader reader;
    private final Viewers viewers;

    private @Nullable QuakeStats sent;

    StatsTicker(QuakeStatsReader reader, Viewers viewers) {
        this.reader = reader;
        this.viewers = viewers;
    }

    @Scheduled(fixedDelay = 500)
    void tick() {
        if (!viewers.present()) {
            return;
        }
        QuakeStats stats = reader.stats();
        if (!stats.equals(sent)) {
            viewers.send("stats", stats);
            sent = stats;
        }
    }
}
