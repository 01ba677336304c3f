package io.askr.bench;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Transactions of a Python program, paced, with the busy handler of its own SQLite.
 *
 * @param publishers how many threads of a Java application publish meanwhile
 */
record ForeignWriter(int publishers) implements Variant.Measurement {

    private static final String SCRIPT = "paced_writes.py";
    private static final String RATE = "100";

    @Override
    public Map<String, Double> run(Settings settings, Variant.Round round) throws Exception {
        Path folder = Folders.fresh(settings.folder());
        PlainDatabase.create(folder);
        try {
            if (publishers == 0) {
                return writes(settings, round.log(), folder);
            }
            try (ChildProcess app =
                    ChildProcess.java(settings, round.log(), Child.Role.PUBLISHERS, BenchApp.url(folder), "" + publishers)) {
                Thread.sleep(settings.length().toMillis());
                Map<String, Double> measured = new HashMap<>(writes(settings, round.log(), folder));
                app.say("stop");
                measured.put("published", Double.valueOf(app.line()));
                return measured;
            }
        } finally {
            Folders.delete(folder);
        }
    }

    private static Map<String, Double> writes(Settings settings, String log, Path folder) throws Exception {
        Path script = settings.folder().resolve(SCRIPT);
        try (var source = ForeignWriter.class.getResourceAsStream(SCRIPT)) {
            Files.write(script, source.readAllBytes());
        }
        List<String> command = List.of(
                "python3",
                script.toString(),
                folder.resolve("bench.db").toString(),
                String.valueOf(2 * settings.seconds()),
                RATE);
        try (ChildProcess python = ChildProcess.start(settings, log, command)) {
            Map<String, Double> measured = new HashMap<>();
            measured.put("failed", Double.valueOf(python.line()));
            String times = python.line();
            Percentiles took = new Percentiles(
                    times.isEmpty()
                            ? new long[0]
                            : Arrays.stream(times.split(" "))
                                    .mapToLong(Long::parseLong)
                                    .toArray());
            measured.put("p50", took.at(50));
            measured.put("p99", took.at(99));
            measured.put("most", took.at(100));
            measured.put("rate", Double.valueOf(python.line()));
            return measured;
        }
    }
}
