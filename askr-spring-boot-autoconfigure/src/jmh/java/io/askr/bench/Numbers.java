package io.askr.bench;

import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Numbers as one reads them: three digits that count. */
final class Numbers {

    private Numbers() {}

    static String readable(double value) {
        if (Double.isNaN(value)) {
            return "–";
        }
        double size = Math.abs(value);
        String format = size >= 100 || size == 0 ? "%,.0f" : size >= 10 ? "%.1f" : size >= 1 ? "%.2f" : "%.3f";
        return String.format(Locale.ROOT, format, value);
    }

    static String readable(Samples.Spread spread) {
        return readable(spread.median()) + " (" + readable(spread.least()) + " to " + readable(spread.most()) + ")";
    }

    static String readable(Map<String, Double> values) {
        return values.entrySet().stream()
                .map(entry -> entry.getKey() + " " + readable(entry.getValue()))
                .collect(Collectors.joining(", "));
    }
}
