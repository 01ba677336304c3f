package io.askr.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How to run: system properties {@code bench.*}.
 *
 * @param rounds how often each figure's sides are measured, by turns
 * @param seconds how long one measurement takes
 * @param only the ids of the figures to measure; all of them where it is empty
 * @param folder where databases, logs and reports go; on the disk that is to be measured
 * @param docs where the Markdown report is copied to
 */
record Settings(int rounds, int seconds, List<String> only, Path folder, @Nullable Path docs) {

    static Settings read() {
        String docs = System.getProperty("bench.docs", "");
        return new Settings(
                Integer.getInteger("bench.rounds", 3),
                Integer.getInteger("bench.seconds", 2),
                Arrays.stream(System.getProperty("bench.only", "").split(","))
                        .map(String::strip)
                        .filter(id -> !id.isEmpty())
                        .toList(),
                Path.of(System.getProperty("bench.folder", "target/bench/runs")).toAbsolutePath(),
                docs.isEmpty()
                        ? null
                        : Path.of(System.getProperty("bench.root", ""))
                                .resolve(docs)
                                .toAbsolutePath());
    }

    Duration length() {
        return Duration.ofSeconds(seconds);
    }

    int idleSeconds() {
        return Integer.getInteger("bench.idle", 30);
    }

    /** Where the driver unpacks its library: in a shared folder it trips over what other programs leave. */
    Path nativeFolder() throws IOException {
        return Files.createDirectories(folder.resolve("native"));
    }

    /** Whether to measure everything in each round. */
    boolean isLong() {
        return rounds > 3 || seconds > 2;
    }

    boolean wants(Figure figure) {
        return only.isEmpty() || only.contains(figure.id());
    }
}
