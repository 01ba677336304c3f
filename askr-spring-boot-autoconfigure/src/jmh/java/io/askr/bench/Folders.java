package io.askr.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import org.springframework.util.FileSystemUtils;

/** The folders of a run. A measurement's files are removed when it is over: they must not fill the disk. */
final class Folders {

    private static final String PROPERTY = "bench.folder";

    private Folders() {}

    static void empty(Path folder) throws IOException {
        FileSystemUtils.deleteRecursively(folder);
        Files.createDirectories(folder);
    }

    /** A folder of its own for one measurement. */
    static Path fresh(Path folder) throws IOException {
        return Files.createDirectories(folder.resolve(UUID.randomUUID().toString()));
    }

    /** A folder of its own for a measurement in a forked JVM. */
    static Path fresh() throws IOException {
        return fresh(run());
    }

    /** The folder of this run, in a forked JVM. */
    static Path run() {
        return Path.of(System.getProperty(PROPERTY));
    }

    static void delete(Path folder) throws IOException {
        FileSystemUtils.deleteRecursively(folder);
    }
}
