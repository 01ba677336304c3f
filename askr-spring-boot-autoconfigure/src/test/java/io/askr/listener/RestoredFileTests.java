package io.askr.listener;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.askr.topic.AskrTopicPublisher;
import io.askr.topic.StartPosition;
import io.askr.topic.SubscriberStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A backup with a shorter log is put in the file's place while listeners run. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "an open file can't be replaced there")
class RestoredFileTests {

    @TempDir
    Path folder;

    @Test
    void listenersGoOnFromTheRestoredCursorAndLoseNothing() throws Exception {
        try (ListenerApp app = ListenerApp.start(folder, Seen.class)) {
            Seen seen = app.target(Seen.class);
            AskrTopicPublisher publisher = app.bean(AskrTopicPublisher.class);
            publisher.publish("a", "1");
            await().until(() -> cursor(app) == 1 && seen.live.size() == 1);
            Path backup = folder.resolve("backup.db");
            execute(folder.resolve("app.db"), "vacuum into '" + backup + "'");
            for (int n = 2; n <= 20; n++) {
                publisher.publish("a", "lost with the old file: " + n);
            }
            await().until(() -> cursor(app) == 20 && seen.live.size() == 20);
            execute(
                    backup,
                    "insert into askr_events (channel, payload) values ('a', 'in the backup, not yet handled')");

            Path file = folder.resolve("app.db");
            Files.deleteIfExists(Path.of(file + "-wal"));
            Files.deleteIfExists(Path.of(file + "-shm"));
            Files.move(backup, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            await().atMost(Duration.ofSeconds(10))
                    .until(() -> seen.kept.contains("in the backup, not yet handled") && cursor(app) == 2);

            execute(file, "insert into askr_events (channel, payload) values ('a', 'new')");
            await().atMost(Duration.ofSeconds(10))
                    .until(() -> seen.kept.contains("new") && seen.live.contains("new") && cursor(app) == 3);
            assertThat(seen.kept).hasSize(22).doesNotHaveDuplicates().first().isEqualTo("1");
        }
    }

    private static long cursor(ListenerApp app) {
        return app.bean(SubscriberStore.class).open("kept", StartPosition.earliest());
    }

    private static void execute(Path file, String sql) throws Exception {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    static class Seen {

        private final List<String> kept = new CopyOnWriteArrayList<>();
        private final List<String> live = new CopyOnWriteArrayList<>();

        @AskrListener(topics = "a", subscriber = "kept")
        public void keep(String payload) {
            kept.add(payload);
        }

        @AskrListener(topics = "*")
        public void see(String payload) {
            live.add(payload);
        }
    }
}
