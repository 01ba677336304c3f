package io.askr.sample.quakes;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The tables of properties in {@code docs} are the ones that the code binds, with the defaults that it has. */
class ConfigurationDocsTests {

    private static final Pattern ROW =
            Pattern.compile("^\\| `((?:askr|quakes)\\.[a-z.-]+)` \\| `([^`]+)` \\|", Pattern.MULTILINE);

    @Test
    void eachPropertyIsDocumentedWithItsDefault() throws IOException {
        assertThat(documented("configuration.md")).isEqualTo(bound("askr."));
    }

    @Test
    void eachPropertyOfTheSampleIsDocumentedWithItsDefault() throws IOException {
        assertThat(documented("quake-watch.md")).isEqualTo(bound("quakes."));
    }

    private static Map<String, String> documented(String page) throws IOException {
        return ROW.matcher(Files.readString(Path.of("..", "docs", page)))
                .results()
                .collect(Collectors.toMap(row -> row.group(1), row -> row.group(2), (a, b) -> a, TreeMap::new));
    }

    private static Map<String, String> bound(String prefix) throws IOException {
        Map<String, String> properties = new TreeMap<>();
        List<URL> all = Collections.list(ConfigurationDocsTests.class
                .getClassLoader()
                .getResources("META-INF/spring-configuration-metadata.json"));
        for (URL metadata : all) {
            try (InputStream json = metadata.openStream()) {
                for (JsonNode property : JsonMapper.shared().readTree(json).path("properties")) {
                    String name = property.path("name").stringValue();
                    if (name.startsWith(prefix)) {
                        properties.put(name, property.path("defaultValue").asString(""));
                    }
                }
            }
        }
        return properties;
    }
}
