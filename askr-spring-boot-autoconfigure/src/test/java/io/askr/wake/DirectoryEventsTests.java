package io.askr.wake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.askr.wake.DirectoryEvents.Seen;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The files here are no databases: nobody holds locks on them. */
@EnabledOnOs(value = OS.LINUX, disabledReason = "directory events that come at once are inotify's")
class DirectoryEventsTests {

    private static final long LONG = TimeUnit.SECONDS.toNanos(20);
    private static final long SHORT = TimeUnit.MILLISECONDS.toNanos(50);

    @TempDir
    Path folder;

    private Path file;

    @BeforeEach
    void create() throws IOException {
        file = Files.createFile(Files.createDirectory(folder.resolve("data")).resolve("app.db"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"app.db", "app.db-wal", "app.db-shm", "app.db-journal"})
    void writesToTheDatabasesFilesAreSeen(String name) throws IOException {
        try (DirectoryEvents events = DirectoryEvents.open(file)) {
            Files.writeString(file.resolveSibling(name), "x");
            assertThat(events.await(LONG)).isEqualTo(Seen.DATABASE);
        }
    }

    @Test
    void aFileMovedIntoItsPlaceIsSeen() throws IOException {
        Path other = Files.createFile(folder.resolve("other.db"));
        try (DirectoryEvents events = DirectoryEvents.open(file)) {
            Files.move(other, file, java.nio.file.StandardCopyOption.ATOMIC_MOVE);
            assertThat(events.await(LONG)).isEqualTo(Seen.DATABASE);
        }
    }

    @Test
    void otherFilesAreToldApart() throws IOException {
        try (DirectoryEvents events = DirectoryEvents.open(file)) {
            Files.writeString(file.resolveSibling("app.log"), "x");
            assertThat(events.await(LONG)).isEqualTo(Seen.OTHER_FILES);
        }
    }

    @Test
    void itIsSilentWhileCancelledAndHearsAgainAfterwards() throws IOException {
        try (DirectoryEvents events = DirectoryEvents.open(file)) {
            events.cancel();
            Files.writeString(file, "x");
            assertThat(events.await(SHORT)).isEqualTo(Seen.NOTHING);
            events.register();
            Files.writeString(file, "y");
            assertThat(events.await(LONG)).isEqualTo(Seen.DATABASE);
        }
    }

    @Test
    void aRemovedDirectoryIsAnError() throws IOException {
        try (DirectoryEvents events = DirectoryEvents.open(file)) {
            Files.delete(file);
            Files.delete(file.getParent());
            assertThatIOException()
                    .isThrownBy(() -> {
                        while (events.await(LONG) != Seen.NOTHING) {
                            continue;
                        }
                    })
                    .withMessageContaining("no longer watched");
        }
    }

    @Test
    void aServiceThatListsTheDirectoryIsRefused() {
        PollingWatchService service = new PollingWatchService();
        assertThatIOException()
                .isThrownBy(() -> DirectoryEvents.open(file, service))
                .withMessageContaining("every few seconds");
        assertThat(service.closed).isTrue();
    }

    /** As the one of macOS is called. */
    private static final class PollingWatchService implements WatchService {

        private boolean closed;

        @Override
        public void close() {
            closed = true;
        }

        @Override
        public WatchKey poll() {
            throw new UnsupportedOperationException();
        }

        @Override
        public WatchKey poll(long timeout, TimeUnit unit) {
            throw new UnsupportedOperationException();
        }

        @Override
        public WatchKey take() {
            throw new UnsupportedOperationException();
        }
    }
}
