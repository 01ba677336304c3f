package io.askr.wake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.askr.jdbc.ConnectionOpener;
import io.askr.topic.TopicDatabase;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.hamcrest.Matchers;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** Each source alone notices what another process commits; and what is done where events are absent or too many. */
@ExtendWith(OutputCaptureExtension.class)
class WatcherSourcesTests {

    @TempDir
    Path folder;

    private final AtomicInteger foreign = new AtomicInteger();
    private TopicDatabase db;
    private Watcher watcher;

    @AfterEach
    void close() {
        if (watcher != null) {
            watcher.stop();
        }
        if (db != null) {
            db.close();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"POLL", "EVENT", "SAFETY"})
    void eachAloneSeesEachCommit(WakeSource source) {
        assumeTrue(source != WakeSource.EVENT || OS.LINUX.isCurrentOs(), "events come at once on Linux only");
        start(TopicDatabase.in(folder), WatcherSettings.defaults().withSources(source));
        seeEachCommit(20);

        EnumSet<WakeSource> others = EnumSet.of(WakeSource.POLL, WakeSource.EVENT);
        others.remove(source);
        others.forEach(
                other -> assertThat(watcher.wakeups(other)).as("%s", other).isZero());
        assertThat(watcher.wakeups(source)).isGreaterThanOrEqualTo(20);
    }

    @ParameterizedTest
    @ValueSource(strings = {"synchronous=full", "synchronous=off", "journal_mode=delete", "journal_mode=persist"})
    @EnabledOnOs(OS.LINUX)
    void eventsAloneSeeEachCommitInEachMode(String setting) {
        start(
                setting.startsWith("journal") ? TopicDatabase.inDeleteMode(folder) : TopicDatabase.in(folder),
                WatcherSettings.defaults().withSources(WakeSource.EVENT));
        try (ForeignProcess process = ForeignProcess.on(db.file)) {
            process.run("pragma " + setting);
            for (int commit = 0; commit < 30; commit++) {
                int before = foreign.get();
                process.run(ForeignProcess.INSERT);
                awaitMoreThan(before);
            }
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void tooManyEventsAreNotFollowedAndNothingIsLost() {
        start(TopicDatabase.in(folder), WatcherSettings.defaults().withSources(WakeSource.EVENT, WakeSource.POLL));
        AtomicLong read = new AtomicLong();
        ExecutorService reader = Executors.newSingleThreadExecutor();
        db.signal.subscribe(commit -> reader.execute(() -> read.set(
                Long.parseLong(db.rows("select count(*) from askr_events").get(0)))));
        try (ForeignProcess process = ForeignProcess.on(db.file)) {
            process.run("pragma synchronous=off");
            AtomicLong written = new AtomicLong();
            await().pollInterval(Duration.ofMillis(20))
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> {
                        process.run(3000, ForeignProcess.INSERT);
                        written.addAndGet(3000);
                        return watcher.wakeups(WakeSource.POLL) > 0;
                    });
            await().atMost(Duration.ofSeconds(20)).untilAtomic(read, Matchers.equalTo(written.get()));

            long followed = watcher.wakeups(WakeSource.EVENT);
            await().atMost(Duration.ofSeconds(20)).until(() -> {
                process.run(ForeignProcess.INSERT);
                written.incrementAndGet();
                return watcher.wakeups(WakeSource.EVENT) > followed;
            });
            await().atMost(Duration.ofSeconds(20)).untilAtomic(read, Matchers.equalTo(written.get()));
        } finally {
            watcher.stop();
            reader.shutdownNow();
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void commitsWithoutEventsLeadToPolling(CapturedOutput output) throws IOException {
        startBesideALink(WatchStrategy.AUTO);
        assertThat(watcher.strategy()).contains(WatchStrategy.EVENTS);
        try (ForeignProcess process = ForeignProcess.on(db.file)) {
            await().pollInterval(Duration.ofMillis(20))
                    .atMost(Duration.ofSeconds(20))
                    .until(() -> {
                        process.run(ForeignProcess.INSERT);
                        return watcher.strategy().equals(Optional.of(WatchStrategy.POLLING));
                    });
        }
        seeEachCommit(20);
        assertThat(watcher.wakeups(WakeSource.POLL)).isPositive();
        assertThat(output).containsOnlyOnce("No directory events for").contains("Polling for commits");
        assertThat(watcher.failures()).isZero();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void theStrategyEventsStaysWithoutThemAndSaysSo(CapturedOutput output) throws IOException {
        startBesideALink(WatchStrategy.EVENTS);
        seeEachCommit(6);
        await().atMost(Duration.ofSeconds(10)).until(() -> output.toString().contains("askr.watcher.strategy=auto"));
        assertThat(watcher.strategy()).contains(WatchStrategy.EVENTS);
        seeEachCommit(3);
        assertThat(watcher.wakeups(WakeSource.POLL)).isZero();
        assertThat(output).containsOnlyOnce("No directory events for");
    }

    @ParameterizedTest
    @EnumSource(names = {"AUTO", "EVENTS"})
    void aFileSystemWithoutEventsIsSaid(WatchStrategy strategy, CapturedOutput output) throws IOException {
        db = TopicDatabase.in(folder);
        try (FileSystem zip = FileSystems.newFileSystem(folder.resolve("x.zip"), Map.of("create", "true"))) {
            Files.createFile(zip.getPath("/topics.db"));
            watcher = new Watcher(
                    new Watched(zip.getPath("/topics.db"), db.database.connections(), () -> {}),
                    db.signal,
                    WatcherSettings.defaults().withStrategy(strategy));
            db.signal.subscribe(this::count);
            watcher.start();
            seeEachCommit(3);
            assertThat(watcher.strategy())
                    .contains(strategy == WatchStrategy.AUTO ? WatchStrategy.POLLING : WatchStrategy.EVENTS);
            if (strategy == WatchStrategy.EVENTS) {
                assertThat(output).containsOnlyOnce("No directory events for").contains("has no directory events");
            }
            watcher.stop();
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void deadEventsShowAndHeal(CapturedOutput output) {
        List<DirectoryEvents> opened = new CopyOnWriteArrayList<>();
        AtomicBoolean refusing = new AtomicBoolean();
        db = TopicDatabase.in(folder);
        db.signal.subscribe(this::count);
        ConnectionOpener opener = () -> {
            if (refusing.get()) {
                throw new SQLException("refused by this test");
            }
            return db.database.connections().open();
        };
        DirectoryEvents.Opener events = file -> {
            opened.add(DirectoryEvents.open(file));
            return opened.get(opened.size() - 1);
        };
        watcher = new Watcher(
                new Watched(db.file, opener, () -> {}, events),
                db.signal,
                WatcherSettings.defaults().withSources(WakeSource.EVENT));
        watcher.start();
        seeEachCommit(1);

        refusing.set(true);
        assertThatCode(opened.get(0)::close).doesNotThrowAnyException();
        await().atMost(Duration.ofSeconds(10)).until(() -> !watcher.alive());
        assertThat(watcher.failure()).isPresent();
        assertThat(output)
                .containsOnlyOnce("The watcher can't look for commits")
                .contains("ClosedWatchServiceException");
        int before = foreign.get();
        refusing.set(false);
        awaitMoreThan(before);
        await().atMost(Duration.ofSeconds(10)).until(() -> watcher.alive());
        seeEachCommit(5);
        assertThat(watcher.wakeups(WakeSource.EVENT)).isGreaterThanOrEqualTo(6);
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aDirectoryPutInPlaceOfTheOldOneIsWatched(CapturedOutput output) throws IOException {
        Path data = Files.createDirectory(folder.resolve("data"));
        Path restored = Files.createDirectory(folder.resolve("restored"));
        TopicDatabase.in(restored).close();
        start(TopicDatabase.in(data), WatcherSettings.defaults());
        int before = foreign.get();
        Files.move(data, folder.resolve("old"));
        await().atMost(Duration.ofSeconds(10)).until(() -> output.toString().contains("can't be found under its name"));
        Files.move(restored, data);
        awaitMoreThan(before);

        long followed = watcher.wakeups(WakeSource.EVENT);
        seeEachCommit(5);
        assertThat(watcher.wakeups(WakeSource.EVENT)).isGreaterThan(followed);
        assertThat(watcher.strategy()).contains(WatchStrategy.EVENTS);
        assertThat(watcher.failures()).isZero();
    }

    private void startBesideALink(WatchStrategy strategy) throws IOException {
        db = TopicDatabase.in(folder);
        Path link = Files.createDirectory(folder.resolve("link")).resolve("topics.db");
        Files.createLink(link, db.file);
        watcher = new Watcher(
                new Watched(link, db.database.connections(), () -> {}),
                db.signal,
                WatcherSettings.defaults().withStrategy(strategy));
        db.signal.subscribe(this::count);
        watcher.start();
    }

    private void start(TopicDatabase database, WatcherSettings settings) {
        db = database;
        db.signal.subscribe(this::count);
        watcher = new Watcher(db.database, db.signal, settings);
        watcher.start();
        assertThat(foreign).hasValue(1);
    }

    private void seeEachCommit(int times) {
        try (ForeignProcess process = ForeignProcess.on(db.file)) {
            for (int commit = 0; commit < times; commit++) {
                int before = foreign.get();
                process.run(ForeignProcess.INSERT);
                awaitMoreThan(before);
            }
        }
    }

    private void awaitMoreThan(int before) {
        await().pollInterval(Duration.ofMillis(2))
                .atMost(Duration.ofSeconds(10))
                .until(() -> foreign.get() > before);
    }

    private void count(Commit commit) {
        if (commit instanceof Commit.Foreign) {
            foreign.incrementAndGet();
        }
    }
}
