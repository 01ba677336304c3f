package io.askr.bench;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What the rounds of one variant came to. */
final class Samples {

    private final Map<String, List<Double>> values = new TreeMap<>();

    void add(Map<String, Double> measured) {
        measured.forEach((metric, value) ->
                values.computeIfAbsent(metric, key -> new ArrayList<>()).add(value));
    }

    Map<String, List<Double>> values() {
        return values;
    }

    List<Double> of(String metric) {
        return values.getOrDefault(metric, List.of());
    }

    Spread spread(String metric) {
        return Spread.of(of(metric));
    }

    /** The ratios of each round: only what ran side by side is compared. */
    static Spread ratio(Samples ours, Samples theirs, String metric) {
        List<Double> ratios = new ArrayList<>();
        for (int round = 0;
                round < Math.min(ours.of(metric).size(), theirs.of(metric).size());
                round++) {
            ratios.add(ours.of(metric).get(round) / theirs.of(metric).get(round));
        }
        return Spread.of(ratios);
    }

    /** A median with the least and the most. */
    record Spread(double median, double least, double most) {

        static Spread of(List<Double> values) {
            if (values.isEmpty()) {
                return new Spread(Double.NaN, Double.NaN, Double.NaN);
            }
            List<Double> sorted = new ArrayList<>(values);
            Collections.sort(sorted);
            int middle = sorted.size() / 2;
            double median =
                    sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
            return new Spread(median, sorted.get(0), sorted.get(sorted.size() - 1));
        }
    }
}
