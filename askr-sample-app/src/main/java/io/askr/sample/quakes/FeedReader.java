package io.askr.sample.quakes;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;
import tools.jackson.core.JacksonException;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads a feed in the GeoJSON format of the United States Geological Survey.
 *
 * <p>A feature without a magnitude is left out rather than stored: the survey publishes it again once it is measured,
 * and by then an unmeasured row would stand in its way.
 */
@Component
class FeedReader {

    private final JsonMapper json;

    FeedReader(JsonMapper json) {
        this.json = json;
    }

    /**
     * Reads a whole feed. One bad feature costs only itself.
     *
     * @throws FeedRefused 400 where the body is not JSON, 422 where it is not a feature collection
     */
    Feed read(byte[] body) {
        List<Quake> quakes = new ArrayList<>();
        List<Feed.Skipped> withoutMagnitude = new ArrayList<>();
        List<Feed.Skipped> rejected = new ArrayList<>();
        int index = 0;
        for (JsonNode node : features(body)) {
            Feature feature = new Feature(node);
            try {
                feature.requireShape();
                if (feature.measured()) {
                    quakes.add(feature.quake());
                } else {
                    withoutMagnitude.add(new Feed.Skipped(index, feature.id(), "has no magnitude yet"));
                }
            } catch (Feature.Malformed malformed) {
                rejected.add(new Feed.Skipped(index, feature.id(), malformed.reason()));
            }
            index++;
        }
        quakes.sort(Comparator.comparing(Quake::time));
        return new Feed(List.copyOf(quakes), List.copyOf(withoutMagnitude), List.copyOf(rejected));
    }

    private JsonNode features(byte[] body) {
        JsonNode root = tree(body);
        if (!root.path("type").asString("").equals("FeatureCollection")) {
            throw new FeedRefused(
                    HttpStatus.UNPROCESSABLE_CONTENT,
                    "Not a GeoJSON feature collection: \"type\" must be \"FeatureCollection\"");
        }
        JsonNode features = root.path("features");
        if (!features.isArray()) {
            throw new FeedRefused(HttpStatus.UNPROCESSABLE_CONTENT, "\"features\" must be an array");
        }
        return features;
    }

    private JsonNode tree(byte[] body) {
        try {
            return json.readTree(body);
        } catch (JacksonException broken) {
            throw new FeedRefused(HttpStatus.BAD_REQUEST, "Not JSON" + where(broken.getLocation()));
        }
    }

    private static String where(@Nullable TokenStreamLocation place) {
        return place == null ? "" : ": broken at line %d, column %d".formatted(place.getLineNr(), place.getColumnNr());
    }
}
