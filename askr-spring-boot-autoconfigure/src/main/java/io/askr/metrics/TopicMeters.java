package io.askr.metrics;

import io.askr.metrics.LagSample.Lag;
import io.askr.topic.AskrTopicPublisher;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;

/**
 * The meters of topics: {@code askr.topic.lag} (events) and {@code askr.topic.lag.age} (seconds), each tagged
 * {@code subscriber}, and the counter {@code askr.topic.published}.
 *
 * @since 0.1.0
 */
public final class TopicMeters implements MeterBinder {

    private final AskrTopicPublisher publisher;
    private final LagSampler sampler;

    /**
     * The meters.
     *
     * @param publisher counts what this process has published
     * @param sampler samples the lag
     */
    public TopicMeters(AskrTopicPublisher publisher, LagSampler sampler) {
        this.publisher = publisher;
        this.sampler = sampler;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        FunctionCounter.builder("askr.topic.published", publisher, AskrTopicPublisher::published)
                .description("Events published by this process")
                .register(registry);
        LagGauges gauges = new LagGauges(registry, this::lag);
        sampler.subscribe(sample -> gauges.follow(sample.lags().keySet()));
    }

    private Lag lag(String subscriber) {
        return sampler.latest().lags().getOrDefault(subscriber, Lag.NONE);
    }
}
