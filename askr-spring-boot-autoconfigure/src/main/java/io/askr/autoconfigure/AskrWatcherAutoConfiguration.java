package io.askr.autoconfigure;

import io.askr.jdbc.AskrDatabase;
import io.askr.wake.CommitSignal;
import io.askr.wake.Watcher;
import org.springframework.boot.LazyInitializationExcludeFilter;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/**
 * Auto-configuration of what notices commits of other processes.
 *
 * @since 0.1.0
 */
@AutoConfiguration(after = AskrTopicsAutoConfiguration.class)
@ConditionalOnAskr
public final class AskrWatcherAutoConfiguration {

    @Bean
    static LazyInitializationExcludeFilter askrWatcherIsNeverLazy() {
        return LazyInitializationExcludeFilter.forBeanTypes(Watcher.class);
    }

    @Bean
    @ConditionalOnMissingBean
    Watcher askrWatcher(AskrDatabase database, CommitSignal signal, AskrProperties properties) {
        return new Watcher(database, signal, properties.watcher().settings());
    }
}
