package io.askr.bench;

import java.nio.file.Files;
import java.nio.file.Path;
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
 * @param warmUp how many seconds before a throughput is measured
 * @param params its parameters
 */
record JmhRun(Class<?> benchmark, String method, Mode mode, int threads, int warmUp, Map<String, String> params)
        implements Variant.Measurement {

    /** An application on a busy machine needs so long until its code is compiled. */
    private static final int APPLICATION = 3;

    private static final int PLAIN = 1;

    /** Calls a second of an application, as {@code rate}. */
    static JmhRun rate(Class<?> benchmark, String method, int threads, Map<String, String> params) {
        return new JmhRun(benchmark, method, Mode.Throughput, threads, APPLICATION, params);
    }

    /** Calls a second of a few lines of JDBC, as {@code rate}. */
    static JmhRun plainRate(Class<?> benchmark, String method, int threads, Map<String, String> params) {
        return new JmhRun(benchmark, method, Mode.Throughput, threads, PLAIN, params);
    }

    /** One call: its {@code seconds}, its {@code rate}, and what it found. */
    static JmhRun shot(Class<?> benchmark, String method, Map<String, String> params) {
        return new JmhRun(benchmark, method, Mode.SingleShotTime, 1, 0, params);
    }

    @Override
    public Map<String, Double> run(Settings settings, Variant.Round round) throws Exception {
        Path logs = Files.createDirectories(settings.folder().resolve("logs"));
        ChainedOptionsBuilder options = new OptionsBuilder()
                .include("^" + Pattern.quote(benchmark.getName() + "." + method) + "$")
                .mode(mode)
                .threads(threads)
                .forks(1)
                .shouldFailOnError(true)
                .verbosity(VerboseMode.NORMAL)
                .output(logs.resolve(round.log()).toString())
                .jvmArgs(
                        "-Xms512m",
                        "-Xmx512m",
                        "--enable-native-access=ALL-UNNAMED",
                        "-Dorg.sqlite.tmpdir=" + settings.nativeFolder(),
                        "-Dbench.folder=" + settings.folder());
        if (mode == Mode.Throughput) {
            options.warmupIterations(1)
                    .warmupTime(TimeValue.seconds(Math.max(warmUp, settings.seconds() - 1)))
                    .measurementIterations(1)
                    .measurementTime(TimeValue.seconds(settings.seconds()));
        } else {
            options.warmupIterations(1).measurementIterations(1);
        }
        params.forEach(options::param);
        return results(new Runner(options.build()).run());
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
