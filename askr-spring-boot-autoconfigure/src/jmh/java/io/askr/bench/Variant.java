package io.askr.bench;

import java.util.Map;

/**
 * One side of a figure.
 *
 * @param name what is measured, in a few words
 * @param measurement measures it once
 */
record Variant(String name, Measurement measurement) {

    /** Measures once, and names what came out, such as {@code rate} or {@code p99}. */
    interface Measurement {
        Map<String, Double> run(Settings settings, String log) throws Exception;
    }
}
