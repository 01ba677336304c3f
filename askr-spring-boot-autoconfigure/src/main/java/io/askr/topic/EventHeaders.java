package io.askr.topic;

import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** An event's headers as the text of a JSON object, by a mapper that the application's settings don't reach. */
final class EventHeaders {

    private static final Log log = LogFactory.getLog(EventHeaders.class);

    private final JsonMapper mapper = new JsonMapper();

    /** Checks headers before they are stored. */
    static void require(String channel, @Nullable Map<String, String> headers) {
        if (headers == null) {
            throw new IllegalArgumentException("the headers of an event for channel \"" + channel
                    + "\" are null; leave them out, or give Map.of()");
        }
        headers.forEach((name, value) -> {
            if (name == null || value == null) {
                throw new IllegalArgumentException("the header " + name + "=" + value + " of an event for channel \""
                        + channel + "\" is null; leave it out");
            }
            if (name.equals("id") || name.equals("timestamp")) {
                throw new IllegalArgumentException("the header \"" + name + "\" of an event for channel \"" + channel
                        + "\" is taken: messages bear their own under that name; choose another, such as \"event-"
                        + name + "\"");
            }
        });
    }

    /** The stored text; null where there are none. */
    @Nullable
    String write(Map<String, String> headers) {
        return headers.isEmpty() ? null : mapper.writeValueAsString(headers);
    }

    /** Reads stored text. What is not a JSON object holds no event up: it is logged and reads as no headers. */
    Map<String, String> read(long seq, @Nullable String text) {
        if (text == null) {
            return Map.of();
        }
        try {
            JsonNode stored = mapper.readTree(text);
            if (stored.isObject()) {
                Map<String, String> headers = new LinkedHashMap<>();
                stored.properties().forEach(header -> headers.put(header.getKey(), text(header.getValue())));
                return headers;
            }
            log.warn("The headers of event " + seq + " are not a JSON object; it is delivered without: " + text);
        } catch (JacksonException failure) {
            log.warn("The headers of event " + seq + " are not JSON; it is delivered without: " + text, failure);
        }
        return Map.of();
    }

    private static String text(JsonNode value) {
        return value.isString() ? value.stringValue() : value.toString();
    }
}
