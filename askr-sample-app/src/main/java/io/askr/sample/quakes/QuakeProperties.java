package io.askr.sample.quakes;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.core.io.Resource;
import org.springframework.util.Assert;
import org.springframework.util.unit.DataSize;

/**
 * What can be set under {@code quakes}.
 *
 * @param feed the GeoJSON that is replayed at start
 * @param replay whether to replay it
 * @param replayRate quakes a second, 0 for as fast as it goes
 * @param exitWhenDone whether to print the counts and end once every subscriber has read the whole replay
 * @param maxFeedSize the largest body that {@code POST /api/feed} takes
 */
@ConfigurationProperties("quakes")
record QuakeProperties(
        @DefaultValue("classpath:usgs-all-week.geojson") Resource feed,
        @DefaultValue("true") boolean replay,
        @DefaultValue("25") int replayRate,
        @DefaultValue("false") boolean exitWhenDone,
        @DefaultValue("16MB") DataSize maxFeedSize) {

    QuakeProperties {
        Assert.isTrue(
                replayRate >= 0,
                "quakes.replay-rate is " + replayRate + ": give the quakes a second, or 0 for as fast as it goes");
    }
}
