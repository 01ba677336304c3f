package io.askr.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * A figure: ours against others' in the same run.
 *
 * @param id its name on the command line
 * @param title what is measured
 * @param against what it is compared with
 * @param metrics the metrics compared, each in a row of its own
 * @param unit what the metrics count
 * @param aim what the ratio should be
 * @param once whether a short run measures it in the first round only
 * @param ours this library
 * @param others what it is compared with; where there are several, the best of them counts
 * @param besides measured to explain the figure; by a short run in the first round only
 * @param note how it is measured
 * @param reason why the aim is missed where it is
 */
record Figure(
        String id,
        String title,
        String against,
        List<String> metrics,
        String unit,
        Aim aim,
        boolean once,
        Variant ours,
        List<Variant> others,
        List<Variant> besides,
        String note,
        String reason) {

    static Builder of(String id, String title) {
        return new Builder(id, title);
    }

    /** The sides that the ratio is made of. */
    List<Variant> compared() {
        return Stream.of(List.of(ours), others).flatMap(List::stream).toList();
    }

    /** All sides, in the order in which they are measured. */
    List<Variant> variants() {
        return Stream.of(List.of(ours), others, besides).flatMap(List::stream).toList();
    }

    /**
     * What the ratio should be.
     *
     * @param moreIsBetter whether ours should be more than the others'
     * @param ratio the bound; NaN where the figure is only stated
     */
    record Aim(boolean moreIsBetter, double ratio) {

        static Aim atLeast(double ratio) {
            return new Aim(true, ratio);
        }

        static Aim atMost(double ratio) {
            return new Aim(false, ratio);
        }

        static Aim stated() {
            return new Aim(false, Double.NaN);
        }

        boolean isMet(double measured) {
            return moreIsBetter ? measured >= ratio : measured <= ratio;
        }

        boolean isOnlyStated() {
            return Double.isNaN(ratio);
        }

        @Override
        public String toString() {
            return isOnlyStated()
                    ? "stated"
                    : String.format(Locale.ROOT, "%s %.2f", moreIsBetter ? "at least" : "at most", ratio);
        }
    }

    /** Collects a figure's parts. */
    static final class Builder {

        private final String id;
        private final String title;
        private final List<Variant> others = new ArrayList<>();
        private final List<Variant> besides = new ArrayList<>();
        private List<String> metrics = List.of();
        private Aim aim = Aim.stated();
        private boolean once;
        private String against = "";
        private String unit = "";
        private String note = "";
        private String reason = "";
        private Variant ours;

        private Builder(String id, String title) {
            this.id = id;
            this.title = title;
        }

        Builder against(String others) {
            this.against = others;
            return this;
        }

        Builder metrics(String counted, String... names) {
            this.unit = counted;
            this.metrics = List.of(names);
            return this;
        }

        Builder aim(Aim bound) {
            this.aim = bound;
            return this;
        }

        Builder once() {
            this.once = true;
            return this;
        }

        Builder ours(String name, Variant.Measurement measurement) {
            this.ours = new Variant(name, measurement);
            return this;
        }

        Builder other(String name, Variant.Measurement measurement) {
            others.add(new Variant(name, measurement));
            return this;
        }

        Builder beside(String name, Variant.Measurement measurement) {
            besides.add(new Variant(name, measurement));
            return this;
        }

        Builder note(String how) {
            this.note = how;
            return this;
        }

        Builder reason(String whereMissed) {
            this.reason = whereMissed;
            return this;
        }

        Figure build() {
            return new Figure(id, title, against, metrics, unit, aim, once, ours, others, besides, note, reason);
        }
    }
}
