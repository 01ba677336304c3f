package io.askr.autoconfigure;

import io.askr.jdbc.AskrDatabase;
import io.askr.listener.AskrListenerRegistry;
import io.askr.listener.ListenerContainer;
import io.askr.metrics.LagSampler;
import io.askr.metrics.TopicMeters;
import io.askr.metrics.WatcherMeters;
import io.askr.metrics.WriterMeters;
import io.askr.topic.AskrTopicPublisher;
import io.askr.wake.Watcher;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.HashMap;
import java.util.Map;
import org.springframework.boot.LazyInitializationExcludeFilter;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/**
 * Auto-configuration of the meters.
 *
 * @since 0.1.0
 */
@AutoConfiguration(
        after = AskrListenerAutoConfiguration.class,
        afterName = "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration")
@ConditionalOnAskr
@ConditionalOnClass(MeterRegistry.class)
@ConditionalOnBean(MeterRegistry.class)
public final class AskrMetricsAutoConfiguration {

    @Bean
    static LazyInitializationExcludeFilter askrLagSamplerIsNeverLazy() {
        return LazyInitializationExcludeFilter.forBeanTypes(LagSampler.class);
    }

    @Bean
    @ConditionalOnMissingBean
    LagSampler askrLagSampler(AskrDatabase database, AskrListenerRegistry listeners, AskrProperties properties) {
        return new LagSampler(
                database, () -> positions(listeners), properties.metrics().lagInterval());
    }

    @Bean
    @ConditionalOnMissingBean
    TopicMeters askrTopicMeters(AskrTopicPublisher publisher, LagSampler sampler) {
        return new TopicMeters(publisher, sampler);
    }

    @Bean
    @ConditionalOnMissingBean
    WatcherMeters askrWatcherMeters(Watcher watcher) {
        return new WatcherMeters(watcher);
    }

    @Bean
    @ConditionalOnMissingBean
    WriterMeters askrWriterMeters(AskrDatabase database) {
        return new WriterMeters(database);
    }

    private static Map<String, Long> positions(AskrListenerRegistry listeners) {
        Map<String, Long> positions = new HashMap<>();
        listeners.containers().stream().filter(ListenerContainer::isRunning).forEach(container -> container
                .subscriber()
                .ifPresent(name -> positions.put(name, container.position())));
        return positions;
    }
}
