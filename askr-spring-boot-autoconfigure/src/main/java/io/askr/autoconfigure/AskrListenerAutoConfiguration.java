package io.askr.autoconfigure;

import io.askr.jdbc.AskrDatabase;
import io.askr.listener.AskrErrorHandler;
import io.askr.listener.AskrListenerAnnotationBeanPostProcessor;
import io.askr.listener.AskrListenerRegistry;
import io.askr.listener.ListenerContainerFactory;
import io.askr.listener.ListenerObservationConvention;
import io.askr.payload.PayloadCodec;
import io.askr.topic.SubscriberStore;
import io.askr.topic.TopicLog;
import io.askr.topic.TopicWakes;
import io.micrometer.observation.ObservationRegistry;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.LazyInitializationExcludeFilter;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.thread.Threading;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;
import org.springframework.validation.Validator;

/**
 * Auto-configuration of methods annotated with {@link io.askr.listener.AskrListener}.
 *
 * @since 0.1.0
 */
@AutoConfiguration(
        after = {AskrTopicsAutoConfiguration.class, AskrWatcherAutoConfiguration.class},
        afterName = {
            "org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration",
            "org.springframework.boot.validation.autoconfigure.ValidationAutoConfiguration"
        })
@ConditionalOnAskr
public final class AskrListenerAutoConfiguration {

    @Bean
    static LazyInitializationExcludeFilter askrListenersAreNeverLazy() {
        return new ListenersAreNeverLazy();
    }

    @Bean
    @ConditionalOnMissingBean
    static AskrListenerAnnotationBeanPostProcessor askrListenerAnnotationBeanPostProcessor() {
        return new AskrListenerAnnotationBeanPostProcessor();
    }

    @Bean
    @ConditionalOnMissingBean
    ListenerContainerFactory askrListenerContainerFactory(
            AskrDatabase database,
            TopicLog log,
            SubscriberStore subscribers,
            TopicWakes wakes,
            PayloadCodec codec,
            AskrProperties properties,
            Environment environment,
            ConfigurableListableBeanFactory beans,
            ObjectProvider<AskrErrorHandler> errorHandler,
            ObjectProvider<ObservationRegistry> observations,
            ObjectProvider<ListenerObservationConvention> convention,
            ObjectProvider<Validator> validator) {
        boolean virtualThreads = Threading.VIRTUAL.isActive(environment);
        ListenerContainerFactory factory = new ListenerContainerFactory(
                database, log, subscribers, wakes, codec, properties.listener().settings(virtualThreads));
        new AskrTransactionManagerSelection(beans).find(database).ifPresent(factory::transactionManager);
        errorHandler.ifUnique(factory::errorHandler);
        observations.ifUnique(factory::observations);
        convention.ifUnique(factory::convention);
        validator.ifUnique(factory::validator);
        return factory;
    }

    @Bean
    @ConditionalOnMissingBean
    AskrListenerRegistry askrListenerRegistry(ListenerContainerFactory factory) {
        return new AskrListenerRegistry(factory);
    }

    @Bean
    AskrStartReport askrStartReport(AskrDatabase database, AskrListenerRegistry listeners) {
        return new AskrStartReport(database, listeners);
    }
}
