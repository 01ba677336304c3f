package io.askr.bench;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Measures one JMH benchmark in one forked JVM.
 *
 * @param benchmark its class
 * @param method its method
 * @param mode throughput, or a single shot
 * @param threads how many
 * @param params its parameters
 */
record JmhRun(Class<?> benchmark, String method, Mode mode, int threads, Map<String, String> params)
        implements Variant.Measurement {

    /** Calls a second, as {@code rate}. */
    static JmhRun rate(Class<?> benchmark, String method, int threads, Map<String, String> params) {
        return new JmhRun(benchmark, method, Mode.Throughput, threads, params);
    }

    /** One call: its {@code seconds}, its {@code rate}, and what it found. */
    static JmhRun shot(Class<?> benchmark, String method, Map<String, String> params) {
        return new JmhRun(benchmark, method, Mode.SingleShotTime, 1, params);
    }

    @Override
    public Map<String, Double> run(Settings settings, String log) throws Exception {
        Path logs = Files.createDirectories(settings.folder().resolve("logs"));
        ChainedOptionsBuilder options = new OptionsBuilder()
                .include("^" + Pattern.quote(benchmark.getName() + "." + method) + "$")
                .mode(mode)
                .threads(threads)
                .forks(1)
                .shouldFailOnError(true)
                .verbosity(VerboseMode.NORMAL)
                .output(logs.resolve(log).toString())
                .jvmArgs(
                        "-Xms512m",
                        "-Xmx512m",
                        "--enable-native-access=ALL-UNNAMED",
                        "-Dorg.sqlite.tmpdir=" + settings.nativeFolder(),
                        "-Dbench.folder=" + settings.folder());
        if (mode == Mode.Throughput) {
            options.warmupIterations(1)
                    .warmupTime(time(settings.length()))
                    .measurementIterations(1)
                    .measurementTime(time(settings.length()));
        } else {
            options.warmupIterations(1).measurementIterations(1);
        }
        params.forEach(options::param);
        return results(new Runner(options.build()).run());
    }

    private static TimeValue time(Duration length) {
        return TimeValue.milliseconds(length.toMillis());
    }

    private Map<String, Double> results(Collection<RunResult> runs) {
        if (runs.size() != 1) {
            throw new IllegalStateException(benchmark + "." + method + " was run " + runs.size() + " times");
        }
        RunResult run = List.copyOf(runs).get(0);
        Map<String, Double> values = new LinkedHashMap<>();
        Result<?> primary = run.getPrimaryResult();
        if (mode == Mode.Throughput) {
            values.put("rate", primary.getScore());
        } else {
            values.put("seconds", primary.getScore());
            values.put("rate", 1 / primary.getScore());
        }
        run.getSecondaryResults().forEach((name, result) -> values.put(name, result.getScore()));
        return values;
    }
}
