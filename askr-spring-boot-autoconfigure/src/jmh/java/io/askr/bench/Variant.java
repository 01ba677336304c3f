package io.askr.bench;

import java.util.Map;

/**
 * One side of a figure.
 *
 * @param name what is measured, in a few words
 * @param measurement measures it once
 */
record Variant(String name, Measurement measurement) {

    /**
     * Where it is measured.
     *
     * @param number of the round, from 1
     * @param log the file for what the processes say
     */
    record Round(int number, String log) {}

    /** Measures once, and names what came out, such as {@code rate} or {@code p99}. */
    interface Measurement {
        Map<String, Double> run(Settings settings, Round round) throws Exception;
    }
}
