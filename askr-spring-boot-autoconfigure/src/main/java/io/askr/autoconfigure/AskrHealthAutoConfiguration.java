package io.askr.autoconfigure;

import io.askr.actuate.AskrHealthIndicator;
import io.askr.jdbc.AskrDatabase;
import io.askr.listener.AskrListenerRegistry;
import io.askr.wake.Watcher;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;

/**
 * Auto-configuration of the health component {@code askr}.
 *
 * @since 0.1.0
 */
@AutoConfiguration(after = AskrListenerAutoConfiguration.class)
@ConditionalOnAskr
@ConditionalOnClass({HealthIndicator.class, ConditionalOnEnabledHealthIndicator.class})
@ConditionalOnEnabledHealthIndicator("askr")
public final class AskrHealthAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean(name = "askrHealthIndicator")
    AskrHealthIndicator askrHealthIndicator(AskrDatabase database, Watcher watcher, AskrListenerRegistry listeners) {
        return new AskrHealthIndicator(database.info(), watcher, listeners);
    }
}
