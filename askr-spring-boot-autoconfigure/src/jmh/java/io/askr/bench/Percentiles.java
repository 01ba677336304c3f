package io.askr.bench;

import java.util.Arrays;

/** Sorted nanoseconds. */
final class Percentiles {

    private final long[] sorted;

    Percentiles(long[] nanos) {
        this.sorted = nanos.clone();
        Arrays.sort(sorted);
    }

    static Percentiles between(long[] from, long[] to) {
        long[] nanos = new long[from.length];
        Arrays.setAll(nanos, event -> to[event] - from[event]);
        return new Percentiles(nanos);
    }

    /** Milliseconds. */
    double at(double percent) {
        int index = (int) Math.ceil(sorted.length * percent / 100) - 1;
        return sorted.length == 0 ? Double.NaN : sorted[Math.max(0, index)] / 1e6;
    }
}
