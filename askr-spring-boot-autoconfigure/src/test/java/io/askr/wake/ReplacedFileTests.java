package io.askr.wake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.askr.topic.TopicDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** A backup is put in the database's place while we have it open. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "an open file can't be replaced there")
@ExtendWith(OutputCaptureExtension.class)
class ReplacedFileTests {

    @TempDir
    Path folder;

    private final AtomicInteger foreign = new AtomicInteger();
    private TopicDatabase db;
    private Watcher watcher;

    @AfterEach
    void close() {
        watcher.stop();
        db.close();
    }

    @ParameterizedTest
    @EnumSource(names = {"POLL", "EVENT", "SAFETY"})
    void isNoticedAndEverythingMovesThere(WakeSource source, CapturedOutput output) throws IOException {
        start(source);
        db.publisher.publish("a", "before the backup");
        Path backup = backup();
        int seen = foreign.get();
        db.publisher.publish("a", "after the backup");
        await().until(() -> foreign.get() > seen);
        int before = foreign.get();

        put(backup);
        await().atMost(Duration.ofSeconds(10)).until(() -> foreign.get() > before);
        assertThat(db.publisher.publish("a", "into the new file")).isEqualTo(2);
        int woken = foreign.get();
        try (ForeignProcess process = ForeignProcess.on(db.file)) {
            assertThat(process.run("select group_concat(payload) from askr_events"))
                    .isEqualTo("before the backup,into the new file");
            process.run(ForeignProcess.INSERT);
            await().atMost(Duration.ofSeconds(10)).until(() -> foreign.get() > woken);
        }
        assertThat(output).containsOnlyOnce("Another file has come under the name");
        assertThat(watcher.failures()).isZero();
    }

    @Test
    void aMissingFileIsSaidAndLeftAlone(CapturedOutput output) throws IOException {
        start(WakeSource.SAFETY);
        db.publisher.publish("a", "x");
        Path backup = backup();
        Files.delete(db.file);
        await().atMost(Duration.ofSeconds(10)).until(() -> output.toString().contains("can't be found under its name"));
        assertThat(db.file).doesNotExist();
        assertThat(watcher.alive()).isTrue();
        int before = foreign.get();

        put(backup);
        await().atMost(Duration.ofSeconds(10)).until(() -> foreign.get() > before);
        assertThat(output).containsOnlyOnce("can't be found under its name");
    }

    @Test
    void isNoticedAfterARestartToo(CapturedOutput output) throws IOException {
        start(WakeSource.SAFETY);
        db.publisher.publish("a", "x");
        Path backup = backup();
        watcher.stop();
        put(backup);
        watcher.start();
        await().atMost(Duration.ofSeconds(10))
                .untilAsserted(() -> assertThat(output).containsOnlyOnce("Another file has come under the name"));
    }

    private void start(WakeSource source) {
        db = TopicDatabase.in(folder);
        db.signal.subscribe(commit -> {
            if (commit instanceof Commit.Foreign) {
                foreign.incrementAndGet();
            }
        });
        watcher = new Watcher(db.database, db.signal, WatcherSettings.defaults().withSources(source));
        watcher.start();
    }

    private Path backup() {
        Path backup = folder.resolve("backup.db");
        db.run("vacuum into '" + backup + "'");
        return backup;
    }

    /** As a restore should do it: without the old file's log. */
    private void put(Path backup) throws IOException {
        Files.deleteIfExists(Path.of(db.file + "-wal"));
        Files.deleteIfExists(Path.of(db.file + "-shm"));
        Files.move(backup, db.file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
}
