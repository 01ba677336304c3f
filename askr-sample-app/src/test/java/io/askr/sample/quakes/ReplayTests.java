package io.askr.sample.quakes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class ReplayTests {

    @TempDir
    Path folder;

    @Test
    void givesTheTrueFigures() throws Exception {
        try (QuakeWatchApp app = QuakeWatchApp.start(folder.resolve("quakes.db"), "quakes.replay-rate=0")) {
            awaitWholeWeek(app);

            JsonNode stats = app.json(app.get("/api/stats"));
            assertThat(stats.path("total").intValue()).isEqualTo(Figures.QUAKES);
            assertThat(stats.path("strong").intValue()).isEqualTo(Figures.STRONG);
            assertThat(stats.path("greatest").doubleValue()).isEqualTo(Figures.GREATEST);
            assertThat(stats.path("quakes").size()).isEqualTo(Figures.QUAKES);
            assertThat(stats.path("subscribers").size()).isEqualTo(2);
        }
    }

    @Test
    void publishesInTheTransactionThatStores() {
        try (QuakeWatchApp app = QuakeWatchApp.start(folder.resolve("quakes.db"), "quakes.replay-rate=0")) {
            awaitWholeWeek(app);

            assertThat(
                            app.count(
                                    """
                    select count(*) from quake join askr_events
                    on askr_events.channel = 'quakes.' || quake.net
                    and json_extract(cast(askr_events.payload as text), '$.id') = quake.id
                    """))
                    .isEqualTo(Figures.QUAKES);
            assertThat(app.count("select count(*) from askr_events")).isEqualTo(Figures.QUAKES);
        }
    }

    @Test
    void goesOnWhereItWasAfterARestart() {
        Path database = folder.resolve("quakes.db");
        long firstRun;
        try (QuakeWatchApp app = QuakeWatchApp.start(database, "quakes.replay-rate=300")) {
            await().until(() -> app.stats().total() > 200);
        }
        try (QuakeWatchApp app = QuakeWatchApp.start(database, "quakes.replay=false")) {
            firstRun = app.stats().total();
            assertThat(firstRun).isBetween(200L, Figures.QUAKES - 1L);
        }
        try (QuakeWatchApp app = QuakeWatchApp.start(database, "quakes.replay-rate=0")) {
            awaitWholeWeek(app);
            assertThat(app.count("select count(*) from askr_events")).isEqualTo(Figures.QUAKES);
        }
    }

    @Test
    void keepsThePaceThatIsAsked() {
        try (QuakeWatchApp app = QuakeWatchApp.start(folder.resolve("quakes.db"), "quakes.replay-rate=20")) {
            await().until(() -> app.stats().total() > 0);
            await().during(Duration.ofSeconds(1)).until(() -> app.stats().total() < 100);
        }
    }

    private static void awaitWholeWeek(QuakeWatchApp app) {
        await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> Figures.assertWholeWeek(app.stats()));
    }
}
