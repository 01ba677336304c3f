package io.askr.sample.quakes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Another program writes the event; the app never hears of it but through the database file. */
class ForeignProcessTests {

    private static final String QUAKE =
            """
            {"id": "xx1", "net": "xx", "magnitude": 5.1, "place": "Elsewhere", "kind": "earthquake",
             "time": "2018-02-07T01:26:13.840Z", "longitude": 10.5, "latitude": -20.25, "depth": 12.0}""";

    @TempDir
    Path folder;

    QuakeWatchApp app;

    @BeforeEach
    void start() {
        app = QuakeWatchApp.start(folder.resolve("quakes.db"), "quakes.replay=false");
    }

    @AfterEach
    void stop() {
        app.close();
    }

    @Test
    void anEventFromTheSqliteShellReachesThePageWithinASecond() throws Exception {
        assertReachesThePage(
                "sqlite3",
                folder.resolve("quakes.db").toString(),
                """
                insert into askr_events (channel, payload) values ('quakes.xx', '%s');
                """
                        .formatted(QUAKE));
    }

    @Test
    void anEventFromPythonReachesThePageWithinASecond() throws Exception {
        assertReachesThePage(
                "python3",
                "-c",
                """
                import sqlite3
                db = sqlite3.connect("%s")
                db.execute("insert into askr_events (channel, payload) values (?, ?)", ("quakes.xx", b'''%s'''))
                db.commit()
                """
                        .formatted(folder.resolve("quakes.db"), QUAKE));
    }

    private void assertReachesThePage(String... command) throws Exception {
        assumeTrue(onPath(command[0]), "No " + command[0] + " on the path: nothing is written by it");
        LinkedBlockingQueue<String> stream = openStream();

        Process writer = new ProcessBuilder(command).inheritIO().start();
        assertThat(writer.waitFor()).isZero();

        String data = stream.poll(1, TimeUnit.SECONDS);
        assertThat(data).isNotNull().contains("\"xx1\"", "Elsewhere");
        await().atMost(Duration.ofSeconds(1)).untilAsserted(() -> {
            assertThat(app.stats().regions()).extracting(QuakeStats.Region::net).containsExactly("xx");
            assertThat(app.stats().strong()).isOne();
        });
    }

    /** Opens the page's stream and returns the quakes that come on it from then on. */
    private LinkedBlockingQueue<String> openStream() throws IOException, InterruptedException {
        Stream<String> lines = HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(app.uri("/api/stream")).build(), HttpResponse.BodyHandlers.ofLines())
                .body();
        LinkedBlockingQueue<String> quakes = new LinkedBlockingQueue<>();
        Thread reader = new Thread(
                () -> lines.filter(line -> line.startsWith("data:") && line.contains("\"magnitude\""))
                        .forEach(quakes::add),
                "stream");
        reader.setDaemon(true);
        reader.start();
        await().until(() -> app.bean(Viewers.class).present());
        return quakes;
    }

    private static boolean onPath(String program) {
        return List.of(System.getenv("PATH").split(":")).stream()
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
    }
}
