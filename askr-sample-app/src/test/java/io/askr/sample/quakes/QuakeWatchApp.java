package io.askr.sample.quakes;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The whole app in this JVM, on a database file and a port of its own. */
final class QuakeWatchApp implements AutoCloseable {

    private static final JsonMapper JSON = JsonMapper.shared();

    private final HttpClient http = HttpClient.newHttpClient();
    private final ConfigurableApplicationContext context;

    private QuakeWatchApp(ConfigurableApplicationContext context) {
        this.context = context;
    }

    static QuakeWatchApp start(Path database, String... properties) {
        return startOn(0, database, properties);
    }

    static QuakeWatchApp startOn(int port, Path database, String... properties) {
        List<String> arguments =
                new ArrayList<>(List.of("--spring.datasource.url=jdbc:sqlite:" + database, "--server.port=" + port));
        for (String property : properties) {
            arguments.add("--" + property);
        }
        return new QuakeWatchApp(new SpringApplicationBuilder(QuakeWatch.class).run(arguments.toArray(String[]::new)));
    }

    int port() {
        return context.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
    }

    URI uri(String path) {
        return URI.create("http://localhost:" + port() + path);
    }

    <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    long count(String sql) {
        return bean(JdbcClient.class).sql(sql).query(Long.class).single();
    }

    QuakeStats stats() {
        return bean(QuakeStatsReader.class).stats();
    }

    HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return http.send(HttpRequest.newBuilder(uri(path)).build(), HttpResponse.BodyHandlers.ofString());
    }

    HttpResponse<String> post(byte[] feed) throws IOException, InterruptedException {
        return http.send(
                HttpRequest.newBuilder(uri("/api/feed"))
                        .header("Content-Type", "application/geo+json")
                        .POST(HttpRequest.BodyPublishers.ofByteArray(feed))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    JsonNode json(HttpResponse<String> response) {
        return JSON.readTree(response.body());
    }

    @Override
    public void close() {
        context.close();
    }
}
