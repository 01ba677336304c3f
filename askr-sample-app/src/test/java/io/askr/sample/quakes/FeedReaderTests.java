package io.askr.sample.quakes;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.time.Instant;
import java.util.Comparator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.core.io.ClassPathResource;
import tools.jackson.databind.json.JsonMapper;

class FeedReaderTests {

    private final FeedReader reader = new FeedReader(JsonMapper.shared());

    @Test
    void readsTheWholeWeekOldestFirst() throws IOException {
        Feed feed = reader.read(new ClassPathResource("usgs-all-week.geojson").getContentAsByteArray());

        assertThat(feed.quakes()).hasSize(Figures.QUAKES).isSortedAccordingTo(Comparator.comparing(Quake::time));
        assertThat(feed.quakes().stream().filter(Quake::strong)).hasSize(Figures.STRONG);
        assertThat(feed.withoutMagnitude()).isEmpty();
        assertThat(feed.rejected()).isEmpty();
    }

    @Test
    void readsEachFieldOfAQuake() {
        Feed feed =
                reader.read(Feeds.of(Feeds.feature("ci1", "ci", "-0.8", "4km W of Castaic, CA", -118.6671667, 34.5)));

        assertThat(feed.quakes())
                .containsExactly(new Quake(
                        "ci1",
                        "ci",
                        -0.8,
                        "4km W of Castaic, CA",
                        "earthquake",
                        Instant.ofEpochMilli(1517966773840L),
                        -118.6671667,
                        34.5,
                        26.49));
    }

    @Test
    void readsAnEmptyFeed() {
        assertThat(reader.read(Feeds.of())).isEqualTo(reader.read(Feeds.of()));
        assertThat(reader.read(Feeds.of()).quakes()).isEmpty();
    }

    @Test
    void leavesOutQuakesWithoutAMagnitude() {
        Feed feed = reader.read(Feeds.of(
                Feeds.feature("ci1", "ci", "null"),
                Feeds.feature("ci2", "ci", "1.5"),
                Feeds.broken("ci3", "\"mag\": 2.0,", "")));

        assertThat(feed.quakes()).extracting(Quake::id).containsExactly("ci2");
        assertThat(feed.withoutMagnitude()).extracting(Feed.Skipped::id).containsExactly("ci1", "ci3");
    }

    @Test
    void takesAnUnknownDepthForUnknown() {
        Feed feed = reader.read(Feeds.of(Feeds.broken("ci1", ", 26.49]", "]"), Feeds.broken("ci2", "26.49", "null")));

        assertThat(feed.quakes()).hasSize(2).extracting(Quake::depth).containsOnlyNulls();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
            "id": "ci1"                  | "id": 7                       | "id" must be a text
            "id": "ci1"                  | "id": ""                      | "id" must be a text
            "id": "ci1"                  | "nr": "ci1"                   | "id" must be a text
            "net": "ci"                  | "net": "c i"                  | "net" must be a text
            "net": "ci"                  | "net": null                   | "net" must be a text
            "mag": 2.0                   | "mag": "2.0"                  | "mag" must be a number
            "mag": 2.0                   | "mag": 1e400                  | "mag" must be a number
            "time": 1517966773840        | "time": "yesterday"           | "time" must be milliseconds
            "time": 1517966773840        | "time": 1517966773840000000   | is not between
            "time": 1517966773840        | "time": 15179667738400000000000 | "time" must be milliseconds
            "coordinates": [10.0, 20.0, 26.49] | "coordinates": [10.0]         | "geometry.coordinates" must be
            "coordinates": [10.0, 20.0, 26.49] | "coordinates": [200, 20, 1]   | "longitude" must be
            "coordinates": [10.0, 20.0, 26.49] | "coordinates": [10, 91, 1]    | "latitude" must be
            "coordinates": [10.0, 20.0, 26.49] | "coordinates": [10, null, 1]  | "latitude" must be
            "coordinates": [10.0, 20.0, 26.49] | "coordinates": [10, 20, "x"]  | "depth" must be
            """)
    void rejectsOnlyTheFeatureThatIsBroken(String sound, String broken, String reason) {
        Feed feed = reader.read(Feeds.of(Feeds.broken("ci1", sound, broken), Feeds.feature("ci2", "ci", "1.5")));

        assertThat(feed.quakes()).extracting(Quake::id).containsExactly("ci2");
        assertThat(feed.rejected()).singleElement().satisfies(skipped -> {
            assertThat(skipped.feature()).isZero();
            assertThat(skipped.reason()).contains(reason);
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"7", "null", "\"quake\"", "[]", "{}"})
    void rejectsFeaturesThatAreNoObjects(String feature) {
        assertThat(reader.read(Feeds.of(feature)).rejected()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "quake", "{\"type\": \"FeatureCollection\", \"features\": []} and more", "\u0000"})
    void refusesWhatIsNotJson(String body) {
        assertThatExceptionOfType(FeedRefused.class)
                .isThrownBy(() -> reader.read(body.getBytes(UTF_8)))
                .satisfies(refused ->
                        assertThat(refused.getStatusCode().is4xxClientError()).isTrue());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "null",
                "[]",
                "{}",
                "7",
                "{\"type\": \"Feature\", \"features\": []}",
                "{\"type\": \"FeatureCollection\"}",
                "{\"type\": \"FeatureCollection\", \"features\": {}}",
            })
    void refusesWhatIsNoFeatureCollection(String body) {
        assertThatExceptionOfType(FeedRefused.class)
                .isThrownBy(() -> reader.read(body.getBytes(UTF_8)))
                .satisfies(
                        refused -> assertThat(refused.getStatusCode().value()).isEqualTo(422));
    }
}
