package io.askr.sample.quakes;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;

class FeedEndpointTests {

    @TempDir
    static Path folder;

    static QuakeWatchApp app;

    @BeforeAll
    static void start() {
        app = QuakeWatchApp.start(folder.resolve("quakes.db"), "quakes.replay=false", "quakes.max-feed-size=2MB");
    }

    @AfterAll
    static void stop() {
        app.close();
    }

    @BeforeEach
    void empty() {
        await().until(() -> app.stats().caughtUp());
        for (String table : new String[] {"quake", "region_stats", "alert"}) {
            app.bean(JdbcClient.class).sql("delete from " + table).update();
        }
    }

    @Test
    void storesAndPublishesEachQuake() throws Exception {
        long before = app.count("select count(*) from askr_events");

        HttpResponse<String> answer =
                app.post(Feeds.of(Feeds.feature("ci1", "ci", "1.5"), Feeds.feature("us1", "us", "5.5")));

        assertThat(answer.statusCode()).isEqualTo(200);
        assertCounts(app.json(answer), 2, 0, 0, 0);
        assertThat(app.count("select count(*) from quake")).isEqualTo(2);
        assertThat(app.count("select count(*) from askr_events")).isEqualTo(before + 2);
        await().untilAsserted(() -> {
            assertThat(app.stats().regions()).extracting(QuakeStats.Region::net).containsExactly("ci", "us");
            assertThat(app.stats().strong()).isEqualTo(1);
        });
    }

    @Test
    void countsDuplicatesAndPublishesThemOnce() throws Exception {
        long before = app.count("select count(*) from askr_events");

        JsonNode first =
                app.json(app.post(Feeds.of(Feeds.feature("ci1", "ci", "1.5"), Feeds.feature("ci1", "ci", "1.5"))));
        JsonNode second = app.json(app.post(Feeds.of(Feeds.feature("ci1", "ci", "1.6"))));

        assertCounts(first, 1, 1, 0, 0);
        assertCounts(second, 0, 1, 0, 0);
        assertThat(app.count("select count(*) from askr_events")).isEqualTo(before + 1);
    }

    @Test
    void keepsTheSoundPartOfAFeedAndGivesAReasonForTheRest() throws Exception {
        JsonNode receipt = app.json(app.post(Feeds.of(
                Feeds.feature("ci1", "ci", "null"),
                Feeds.broken("ci2", "\"net\": \"ci\"", "\"net\": \"*\""),
                "7",
                Feeds.feature("ci3", "ci", "1.5"))));

        assertCounts(receipt, 1, 0, 1, 2);
        assertThat(receipt.path("reasons").size()).isEqualTo(3);
        assertThat(receipt.path("reasons").path(0).path("id").stringValue()).isEqualTo("ci2");
        assertThat(receipt.path("reasons").path(0).path("reason").stringValue()).contains("\"net\"");
        assertThat(app.count("select count(*) from quake where id = 'ci3'")).isOne();
    }

    @Test
    void takesAQuakeOnceItHasAMagnitude() throws Exception {
        app.post(Feeds.of(Feeds.feature("ci1", "ci", "null")));

        assertCounts(app.json(app.post(Feeds.of(Feeds.feature("ci1", "ci", "2.5")))), 1, 0, 0, 0);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
            {"type": "FeatureCollection", "features": [ | 400
            not json                                    | 400
            {"type": "Feature"}                         | 422
            []                                          | 422
            ``                                          | 422
            """)
    void answersABadFeedWithAReason(String body, int status) throws Exception {
        HttpResponse<String> answer = app.post(body.getBytes(UTF_8));

        assertThat(answer.statusCode()).isEqualTo(status);
        assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/problem+json");
        assertThat(app.json(answer).path("detail").asString("")).isNotBlank();
        assertThat(app.count("select count(*) from quake")).isZero();
    }

    @Test
    void refusesNestingWithoutEnd() throws Exception {
        HttpResponse<String> answer = app.post("[".repeat(100_000).getBytes(UTF_8));

        assertThat(answer.statusCode()).isEqualTo(400);
    }

    @Test
    void refusesAFeedThatIsTooLarge() throws Exception {
        HttpResponse<String> answer = app.post(" ".repeat(2 * 1024 * 1024 + 1).getBytes(UTF_8));

        assertThat(answer.statusCode()).isEqualTo(413);
        assertThat(app.json(answer).path("detail").stringValue()).contains("quakes.max-feed-size");
    }

    @Test
    void takesTheWholeWeekByPost() throws Exception {
        byte[] week = new ClassPathResource("usgs-all-week.geojson").getContentAsByteArray();

        JsonNode receipt = app.json(app.post(week));

        assertCounts(receipt, Figures.QUAKES, 0, 0, 0);
        await().untilAsserted(() -> Figures.assertWholeWeek(app.stats()));
    }

    private static void assertCounts(JsonNode receipt, int stored, int duplicates, int withoutMagnitude, int rejected) {
        assertThat(receipt.path("stored").asInt(-1)).as("stored in %s", receipt).isEqualTo(stored);
        assertThat(receipt.path("duplicates").asInt(-1))
                .as("duplicates in %s", receipt)
                .isEqualTo(duplicates);
        assertThat(receipt.path("withoutMagnitude").asInt(-1))
                .as("withoutMagnitude in %s", receipt)
                .isEqualTo(withoutMagnitude);
        assertThat(receipt.path("rejected").asInt(-1))
                .as("rejected in %s", receipt)
                .isEqualTo(rejected);
    }
}
