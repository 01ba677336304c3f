package io.askr.sample.quakes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ActuatorTests {

    @TempDir
    Path folder;

    @Test
    void showsHealthAndTheLagOfEachSubscriber() throws Exception {
        try (QuakeWatchApp app = QuakeWatchApp.start(folder.resolve("quakes.db"), "quakes.replay-rate=0")) {
            await().atMost(Duration.ofSeconds(60)).until(() -> app.stats().total() == Figures.QUAKES);

            assertThat(app.json(app.get("/actuator/health"))
                            .path("components")
                            .path("askr")
                            .path("status")
                            .stringValue())
                    .isEqualTo("UP");
            assertThat(app.get("/actuator/metrics/askr.topic.lag").body()).contains("region-stats", "strong-quakes");
            await().untilAsserted(
                            () -> assertThat(app.get("/actuator/prometheus").body())
                                    .containsPattern("askr_topic_lag\\{.*subscriber=\"region-stats\".*} 0\\.0")
                                    .containsPattern("askr_topic_published_total(\\{.*})? 1707\\.0"));
        }
    }
}
