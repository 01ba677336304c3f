package io.askr.sample.quakes;

import java.time.Instant;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** One feature of a GeoJSON feed on its way to a {@link Quake}. */
record Feature(JsonNode json) {

    private static final Pattern ID = Pattern.compile("[A-Za-z0-9._:-]{1,64}");

    /** A network's code becomes part of a channel name. */
    private static final Pattern NET = Pattern.compile("[A-Za-z0-9_-]{1,16}");

    private static final Instant EARLIEST = Instant.parse("1500-01-01T00:00:00Z");
    private static final Instant LATEST = Instant.parse("2500-01-01T00:00:00Z");

    String id() {
        String id = json.path("id").asString("");
        return id.length() <= 64 ? id : id.substring(0, 64);
    }

    boolean measured() {
        JsonNode magnitude = properties().path("mag");
        return !magnitude.isMissingNode() && !magnitude.isNull();
    }

    /** Checks what every feature must have, measured or not. */
    void requireShape() {
        text(json, "id", ID);
        text(properties(), "net", NET);
    }

    Quake quake() {
        JsonNode at = json.path("geometry").path("coordinates");
        if (!at.isArray() || at.size() < 2) {
            throw new Malformed("\"geometry.coordinates\" must be [longitude, latitude, depth]");
        }
        return new Quake(
                text(json, "id", ID),
                text(properties(), "net", NET),
                number(properties().path("mag"), "mag", -10, 12),
                properties().path("place").asString(""),
                properties().path("type").asString("earthquake"),
                time(),
                number(at.path(0), "longitude", -180, 180),
                number(at.path(1), "latitude", -90, 90),
                depth(at.path(2)));
    }

    private JsonNode properties() {
        return json.path("properties");
    }

    private Instant time() {
        JsonNode millis = properties().path("time");
        if (!millis.isIntegralNumber() || !millis.canConvertToLong()) {
            throw new Malformed("\"time\" must be milliseconds since 1970, but is " + shown(millis));
        }
        Instant time = Instant.ofEpochMilli(millis.longValue());
        if (time.isBefore(EARLIEST) || time.isAfter(LATEST)) {
            throw new Malformed("\"time\" " + time + " is not between the years 1500 and 2500");
        }
        return time;
    }

    private static @Nullable Double depth(JsonNode depth) {
        return depth.isMissingNode() || depth.isNull() ? null : number(depth, "depth", -100, 7000);
    }

    private static String text(JsonNode parent, String name, Pattern pattern) {
        JsonNode node = parent.path(name);
        if (!node.isString() || !pattern.matcher(node.stringValue()).matches()) {
            throw new Malformed("\"" + name + "\" must be a text that matches " + pattern + ", but is " + shown(node));
        }
        return node.stringValue();
    }

    private static double number(JsonNode node, String name, double least, double most) {
        if (!node.isNumber() || !(node.doubleValue() >= least && node.doubleValue() <= most)) {
            throw new Malformed(
                    "\"%s\" must be a number from %s to %s, but is %s".formatted(name, least, most, shown(node)));
        }
        return node.doubleValue();
    }

    private static String shown(JsonNode node) {
        String text = node.isMissingNode() ? "absent" : node.toString();
        return text.length() <= 80 ? text : text.substring(0, 80) + "…";
    }

    /** The feature breaks the format; the message says where and how. */
    static final class Malformed extends RuntimeException {

        Malformed(String reason) {
            super(reason);
        }

        String reason() {
            return String.valueOf(getMessage());
        }
    }
}
