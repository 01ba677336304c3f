package io.askr.sample.quakes;

import static java.nio.charset.StandardCharsets.UTF_8;

/** Small feeds, written out. */
final class Feeds {

    private Feeds() {}

    static byte[] of(String... features) {
        return "{\"type\": \"FeatureCollection\", \"features\": [%s]}"
                .formatted(String.join(",", features))
                .getBytes(UTF_8);
    }

    static String feature(String id, String net, String magnitude) {
        return feature(id, net, magnitude, "Somewhere", 10, 20);
    }

    static String feature(String id, String net, String magnitude, String place, double longitude, double latitude) {
        return """
                {"type": "Feature", "id": "%s",
                 "properties": {"net": "%s", "mag": %s, "place": "%s", "time": 1517966773840, "type": "earthquake"},
                 "geometry": {"type": "Point", "coordinates": [%s, %s, 26.49]}}"""
                .formatted(id, net, magnitude, place, longitude, latitude);
    }

    /** A sound feature of network {@code ci} in which one text is replaced by another. */
    static String broken(String id, String sound, String broken) {
        String feature = feature(id, "ci", "2.0");
        if (!feature.contains(sound)) {
            throw new IllegalArgumentException("No " + sound + " in " + feature);
        }
        return feature.replace(sound, broken);
    }
}
