package io.askr.metrics;

import io.askr.metrics.LagSample.Lag;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** Two gauges for each subscriber there is: new subscribers get them, deleted ones lose them. */
final class LagGauges {

    private final MeterRegistry registry;
    private final Function<String, Lag> lag;
    private final Map<String, List<Meter>> gauges = new HashMap<>();

    LagGauges(MeterRegistry registry, Function<String, Lag> lag) {
        this.registry = registry;
        this.lag = lag;
    }

    synchronized void follow(Set<String> subscribers) {
        gauges.entrySet().removeIf(entry -> {
            boolean deleted = !subscribers.contains(entry.getKey());
            if (deleted) {
                entry.getValue().forEach(registry::remove);
            }
            return deleted;
        });
        subscribers.forEach(subscriber -> gauges.computeIfAbsent(subscriber, this::register));
    }

    /** Without a base unit the events keep the name {@code askr_topic_lag} in a Prometheus scrape. */
    private List<Meter> register(String subscriber) {
        Meter events = Gauge.builder(
                        "askr.topic.lag", () -> lag.apply(subscriber).events())
                .description("Events from the subscriber's cursor to the newest event")
                .tag("subscriber", subscriber)
                .register(registry);
        Meter age = Gauge.builder(
                        "askr.topic.lag.age", () -> lag.apply(subscriber).age().toMillis() / 1000.0)
                .description("Age of the first event after the subscriber's cursor")
                .baseUnit("seconds")
                .tag("subscriber", subscriber)
                .register(registry);
        return List.of(events, age);
    }
}
