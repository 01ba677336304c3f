package io.askr.wake;

import static java.nio.file.StandardWatchEventKinds.ENTRY_CREATE;
import static java.nio.file.StandardWatchEventKinds.ENTRY_DELETE;
import static java.nio.file.StandardWatchEventKinds.ENTRY_MODIFY;
import static java.nio.file.StandardWatchEventKinds.OVERFLOW;

import java.io.IOException;
import java.nio.file.Path;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The kernel's word that something is written to the database's files. Only the directory is watched: whoever opens and
 * closes one of the files takes SQLite's locks on it away from this process.
 */
final class DirectoryEvents implements AutoCloseable {

    private final Path directory;
    private final Set<String> names;
    private final WatchService service;
    private @Nullable WatchKey key;

    private DirectoryEvents(Path directory, Set<String> names, WatchService service) {
        this.directory = directory;
        this.names = names;
        this.service = service;
    }

    /** Opens the events of a file's directory. */
    @FunctionalInterface
    interface Opener {

        DirectoryEvents open(Path file) throws IOException;
    }

    /** What has happened in the directory. */
    enum Seen {
        NOTHING,
        OTHER_FILES,
        DATABASE
    }

    /**
     * Begins to watch.
     *
     * @throws IOException where there are no events, or none that come at once
     */
    static DirectoryEvents open(Path file) throws IOException {
        try {
            return open(file, file.getFileSystem().newWatchService());
        } catch (UnsupportedOperationException absent) {
            throw new IOException("the file system of " + file + " has no directory events", absent);
        }
    }

    static DirectoryEvents open(Path file, WatchService service) throws IOException {
        Path absolute = file.toAbsolutePath();
        Path directory = absolute.getParent();
        Path name = absolute.getFileName();
        if (directory == null || name == null) {
            throw new IllegalArgumentException(file + " is no file in a directory");
        }
        Set<String> names = Set.of(name.toString(), name + "-wal", name + "-shm", name + "-journal");
        DirectoryEvents events = new DirectoryEvents(directory, names, service);
        try {
            events.refusePolling();
            events.register();
            return events;
        } catch (IOException | RuntimeException failure) {
            service.close();
            throw failure;
        }
    }

    /** Watches again after {@link #cancel}: what is written from the return of this on is seen. */
    void register() throws IOException {
        key = directory.register(service, ENTRY_CREATE, ENTRY_DELETE, ENTRY_MODIFY);
    }

    /** Makes the kernel be silent. */
    void cancel() {
        WatchKey old = key;
        key = null;
        if (old != null) {
            old.cancel();
        }
    }

    /**
     * Waits for events. Returns early when the thread is interrupted, and leaves it interrupted.
     *
     * @param nanos how long at most
     */
    Seen await(long nanos) throws IOException {
        Seen seen = Seen.NOTHING;
        WatchKey ready = poll(nanos);
        while (ready != null) {
            Seen taken = take(ready);
            seen = taken.compareTo(seen) > 0 ? taken : seen;
            ready = service.poll();
        }
        return seen;
    }

    @Override
    public void close() throws IOException {
        service.close();
    }

    private @Nullable WatchKey poll(long nanos) {
        try {
            return service.poll(nanos, TimeUnit.NANOSECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return null;
        }
    }

    private Seen take(WatchKey ready) throws IOException {
        Seen seen = Seen.NOTHING;
        for (WatchEvent<?> event : ready.pollEvents()) {
            boolean ours = event.kind() == OVERFLOW || names.contains(String.valueOf(event.context()));
            seen = ours || seen == Seen.DATABASE ? Seen.DATABASE : Seen.OTHER_FILES;
        }
        if (!ready.reset() && ready.equals(key)) {
            throw new IOException(directory + " is no longer watched: it was removed or unmounted");
        }
        return seen;
    }

    private void refusePolling() throws IOException {
        if (service.getClass().getSimpleName().startsWith("Polling")) {
            throw new IOException("this platform's WatchService lists " + directory + " every few seconds");
        }
    }
}
