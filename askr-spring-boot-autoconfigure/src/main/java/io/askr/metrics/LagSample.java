package io.askr.metrics;

import java.time.Duration;
import java.util.Map;

/**
 * How far each subscriber was behind at one moment.
 *
 * @param lags by subscriber
 * @since 0.1.0
 */
public record LagSample(Map<String, Lag> lags) {

    static final LagSample NONE = new LagSample(Map.of());

    /**
     * A sample.
     *
     * @param lags by subscriber
     */
    public LagSample {
        lags = Map.copyOf(lags);
    }

    /**
     * How far one subscriber is behind.
     *
     * @param events from its cursor to the newest event
     * @param age of the first event after its cursor, zero where there is none
     * @since 0.1.0
     */
    public record Lag(long events, Duration age) {

        static final Lag NONE = new Lag(0, Duration.ZERO);
    }
}
