package io.askr.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** What a run came to, for programs and for people. */
final class Report {

    private final Map<String, String> environment;
    private final Map<Figure, Map<Variant, Samples>> results;

    Report(Map<String, String> environment, Map<Figure, Map<Variant, Samples>> results) {
        this.environment = environment;
        this.results = results;
    }

    String json() {
        List<Map<String, Object>> figures = new ArrayList<>();
        results.forEach((figure, samples) -> {
            Map<String, Object> entry = new LinkedHashMap<>();
            entry.put("id", figure.id());
            entry.put("title", figure.title());
            entry.put("against", figure.against());
            entry.put("unit", figure.unit());
            entry.put("aim", figure.aim().toString());
            for (String metric : figure.metrics()) {
                entry.put("ratio " + metric, ratio(figure, samples, metric));
            }
            Map<String, Object> variants = new LinkedHashMap<>();
            samples.forEach((variant, values) -> variants.put(variant.name(), values.values()));
            entry.put("rounds", variants);
            figures.add(entry);
        });
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("environment", environment);
        all.put("figures", figures);
        return JsonMapper.builder()
                .enable(SerializationFeature.INDENT_OUTPUT)
                .build()
                .writeValueAsString(all);
    }

    String markdown() throws IOException {
        StringBuilder rows = new StringBuilder();
        StringBuilder besides = new StringBuilder();
        results.forEach((figure, samples) -> {
            figure.metrics().forEach(metric -> rows.append(row(figure, samples, metric)));
            samples.forEach((variant, values) -> besides.append(beside(figure, variant, values)));
        });
        String facts = environment.entrySet().stream()
                .map(fact -> "| " + fact.getKey() + " | " + fact.getValue() + " |\n")
                .collect(Collectors.joining());
        return template()
                .replace("{{date}}", environment.getOrDefault("date", ""))
                .replace("{{reasons}}", reasons())
                .replace("{{notes}}", notes())
                .replace("{{environment}}", facts.strip())
                .replace("{{figures}}", rows.toString().strip())
                .replace("{{measured}}", besides.toString().strip());
    }

    private String reasons() {
        return results.entrySet().stream()
                .filter(result -> isMissed(result.getKey(), result.getValue()))
                .filter(result -> !result.getKey().reason().isEmpty())
                .map(result -> "- **" + result.getKey().title() + "**: "
                        + result.getKey().reason())
                .collect(Collectors.joining("\n"));
    }

    private static boolean isMissed(Figure figure, Map<Variant, Samples> samples) {
        return !figure.aim().isOnlyStated()
                && figure.metrics().stream().anyMatch(metric -> !figure.aim()
                        .isMet(ratio(figure, samples, metric).median()));
    }

    private String notes() {
        return results.keySet().stream()
                .map(figure -> "- `" + figure.id() + "`: " + figure.title()
                        + (figure.note().isEmpty() ? "." : "; " + figure.note() + "."))
                .collect(Collectors.joining("\n"));
    }

    private static String row(Figure figure, Map<Variant, Samples> samples, String metric) {
        Samples.Spread ratio = ratio(figure, samples, metric);
        String title = figure.title() + (figure.metrics().size() > 1 ? ", " + metric : "");
        String verdict = figure.aim().isOnlyStated() ? "" : figure.aim().isMet(ratio.median()) ? "yes" : "**no**";
        return String.join(
                        " | ",
                        "| " + title,
                        figure.against(),
                        Numbers.readable(samples.get(figure.ours()).spread(metric)) + " " + figure.unit(),
                        Numbers.readable(
                                samples.get(best(figure, samples, metric)).spread(metric)),
                        Numbers.readable(ratio),
                        figure.aim().toString(),
                        verdict + " |")
                + "\n";
    }

    private static String beside(Figure figure, Variant variant, Samples values) {
        String all = values.values().keySet().stream()
                .map(metric -> metric + " " + Numbers.readable(values.spread(metric)))
                .collect(Collectors.joining("; "));
        return "| " + figure.id() + " | " + variant.name() + " | " + all + " |\n";
    }

    private static Samples.Spread ratio(Figure figure, Map<Variant, Samples> samples, String metric) {
        return Samples.ratio(samples.get(figure.ours()), samples.get(best(figure, samples, metric)), metric);
    }

    /** The strongest of the others. */
    private static Variant best(Figure figure, Map<Variant, Samples> samples, String metric) {
        Variant best = figure.others().get(0);
        for (Variant other : figure.others()) {
            double here = samples.get(other).spread(metric).median();
            double there = samples.get(best).spread(metric).median();
            if (figure.aim().moreIsBetter() ? here > there : here < there) {
                best = other;
            }
        }
        return best;
    }

    private static String template() throws IOException {
        try (var source = Objects.requireNonNull(Report.class.getResourceAsStream("performance.md"))) {
            return new String(source.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
