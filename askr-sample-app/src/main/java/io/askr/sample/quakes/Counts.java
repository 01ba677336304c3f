package io.askr.sample.quakes;

import java.util.Locale;

/** The figures as text, for people who read them in a terminal. */
record Counts(String text) {

    static Counts of(QuakeStats stats) {
        StringBuilder text = new StringBuilder("\nQuake Watch: every subscriber has seen every quake\n\n");
        line(text, "quakes", stats.total());
        for (QuakeStats.Region region : stats.regions()) {
            line(text, "  " + region.net(), region.count());
        }
        line(text, "magnitude 4.5 and more", stats.strong());
        line(text, "greatest magnitude", stats.greatest() == null ? "-" : stats.greatest());
        return new Counts(text.toString());
    }

    private static void line(StringBuilder text, String name, Object value) {
        text.append(String.format(Locale.ROOT, "%-24s %6s%n", name, value));
    }

    @Override
    public String toString() {
        return text;
    }
}
