package io.askr.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Measures the figures of {@code docs/performance.md}. The sides of a figure are measured by turns, round after round, each in
 * a fresh JVM and on a fresh file; what is compared is the ratio within a round. Writes {@code figures.json} and {@code
 * performance.md} into the folder {@code bench.folder}.
 */
public final class Benchmarks {

    private final Settings settings;
    private final Map<Figure, Map<Variant, Samples>> results = new LinkedHashMap<>();

    private Benchmarks(Settings settings) {
        this.settings = settings;
    }

    /**
     * Runs them.
     *
     * @param args none; see the properties of {@code Settings}
     * @throws Exception if a measurement fails
     */
    public static void main(String[] args) throws Exception {
        System.setProperty("jmh.ignoreLock", "true");
        new Benchmarks(Settings.read()).run();
        System.exit(0);
    }

    private void run() throws Exception {
        Folders.empty(settings.folder());
        Map<String, String> environment = Environment.read(settings);
        List<Figure> figures =
                Figures.all(settings).stream().filter(settings::wants).toList();
        for (int round = 1; round <= settings.rounds(); round++) {
            for (Figure figure : figures) {
                if (round == 1 || settings.isLong() || !figure.once()) {
                    measure(figure, round);
                }
            }
        }
        report(environment);
    }

    private void measure(Figure figure, int round) throws Exception {
        Map<Variant, Samples> samples = results.computeIfAbsent(figure, key -> new LinkedHashMap<>());
        for (Variant variant : round == 1 || settings.isLong() ? figure.variants() : figure.compared()) {
            String log = figure.id() + "-" + variant.name().replaceAll("[^A-Za-z0-9]+", "-") + "-" + round + ".log";
            Map<String, Double> measured = variant.measurement().run(settings, new Variant.Round(round, log));
            samples.computeIfAbsent(variant, key -> new Samples()).add(measured);
            System.out.println("round " + round + " of " + settings.rounds() + ", " + figure.id() + ", "
                    + variant.name() + ": " + Numbers.readable(new TreeMap<>(measured)));
        }
    }

    private void report(Map<String, String> environment) throws IOException {
        Report report = new Report(environment, results);
        Files.writeString(settings.folder().resolve("figures.json"), report.json());
        String markdown = report.markdown();
        Files.writeString(settings.folder().resolve("performance.md"), markdown);
        if (settings.docs() != null) {
            Files.writeString(settings.docs(), markdown);
        }
        System.out.println(markdown);
    }
}
