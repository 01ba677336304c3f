package io.askr.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.askr.jdbc.AskrDatabase;
import io.askr.payload.PayloadCodec;
import io.askr.topic.AskrTopicPublisher;
import io.askr.topic.AskrTopics;
import io.askr.topic.TopicFilter;
import io.askr.wake.CommitSignal;
import io.askr.wake.Watcher;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.health.autoconfigure.contributor.HealthContributorAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.task.TaskExecutor;
import org.springframework.jdbc.datasource.SimpleDriverDataSource;
import org.springframework.scheduling.TaskScheduler;
import tools.jackson.databind.json.JsonMapper;

class AskrAutoConfigurationTests {

    @TempDir
    Path folder;

    @Test
    void publishesAndReadsWithoutAnySetUp() {
        Askr.in(folder).run(context -> {
            assertThat(context).hasNotFailed();
            long seq = context.getBean(AskrTopicPublisher.class).publish("greetings", "hello");
            assertThat(context.getBean(AskrTopics.class).read(TopicFilter.channel("greetings"), 0, 10, String.class))
                    .singleElement()
                    .satisfies(event -> {
                        assertThat(event.seq()).isEqualTo(seq);
                        assertThat(event.payload()).isEqualTo("hello");
                    });
        });
    }

    @Test
    void watchesFromTheStart() {
        Askr.in(folder).run(context -> assertThat(context.getBean(Watcher.class).isRunning())
                .isTrue());
    }

    @Test
    void publishesNoBeanWhenDisabled() {
        Askr.in(folder).withPropertyValues("askr.enabled=false").run(context -> {
            assertThat(context).hasNotFailed();
            assertThat(ours(context)).isEmpty();
        });
    }

    @Test
    void needsNoDataSourceWhenDisabled() {
        new ApplicationContextRunner()
                .withConfiguration(Askr.AUTO_CONFIGURATIONS)
                .withPropertyValues("askr.enabled=false")
                .run(context -> assertThat(context).hasNotFailed());
    }

    @Test
    void publishesNothingThatMakesTheFrameworksOwnExecutorsBackOff() {
        Askr.in(folder).run(context -> assertThat(context)
                .doesNotHaveBean(Executor.class)
                .doesNotHaveBean(TaskExecutor.class)
                .doesNotHaveBean(TaskScheduler.class));
    }

    @Test
    void backsOffForBeansOfTheApplication() {
        Askr.in(folder).withUserConfiguration(OwnBeans.class).run(context -> {
            assertThat(context).hasNotFailed();
            assertThat(context).hasSingleBean(PayloadCodec.class).hasBean("ownCodec");
            assertThat(context).hasSingleBean(CommitSignal.class).hasBean("ownSignal");
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "io.micrometer.core",
                "org.springframework.boot.health",
                "org.springframework.boot.actuate",
                "org.springframework.orm",
                "jakarta.persistence",
                "jakarta.validation",
                "org.hibernate",
                "org.springframework.web",
                "org.springframework.cache"
            })
    void worksWithout(String absent) {
        new ApplicationContextRunner()
                .withConfiguration(Askr.JDBC)
                .withUserConfiguration(Application.class)
                .withClassLoader(new FilteredClassLoader(absent))
                .withPropertyValues("spring.datasource.url=" + Askr.url(folder, "app.db"))
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    context.getBean(AskrTopicPublisher.class).publish("greetings", "hello");
                });
    }

    @Test
    void worksWithoutHikari() {
        Askr.in(folder)
                .withClassLoader(new FilteredClassLoader("com.zaxxer.hikari"))
                .withBean(
                        SimpleDriverDataSource.class,
                        () -> new SimpleDriverDataSource(new org.sqlite.JDBC(), Askr.url(folder, "plain.db")))
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    context.getBean(AskrTopicPublisher.class).publish("greetings", "hello");
                    assertThat(context.getBean(AskrDatabase.class).file())
                            .hasValueSatisfying(file -> assertThat(file).hasFileName("plain.db"));
                });
    }

    @Test
    void hasNoMetersWithoutARegistry() {
        Askr.in(folder).run(context -> assertThat(context).doesNotHaveBean("askrLagSampler"));
    }

    @Test
    void hasMetersWithARegistry() {
        Askr.in(folder).withBean(MeterRegistry.class, SimpleMeterRegistry::new).run(context -> assertThat(context)
                .hasBean("askrLagSampler")
                .hasBean("askrTopicMeters")
                .hasBean("askrWatcherMeters"));
    }

    @Test
    void hasHealth() {
        Askr.in(folder)
                .withConfiguration(AutoConfigurations.of(HealthContributorAutoConfiguration.class))
                .run(context -> assertThat(context).hasBean("askrHealthIndicator"));
    }

    @Test
    void hasNoHealthWhereItIsSwitchedOff() {
        Askr.in(folder)
                .withPropertyValues("management.health.askr.enabled=false")
                .run(context -> assertThat(context).doesNotHaveBean("askrHealthIndicator"));
    }

    @Test
    void watchesWithLazyInitialization() {
        Askr.in(folder)
                .withInitializer(context -> context.addBeanFactoryPostProcessor(
                        new org.springframework.boot.LazyInitializationBeanFactoryPostProcessor()))
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    assertThat(context.getBeanFactory().containsSingleton("askrWatcher"))
                            .isTrue();
                    assertThat(context.getBeanFactory().containsSingleton("askrListenerRegistry"))
                            .isTrue();
                    assertThat(context.getBeanFactory().containsSingleton("askrTopics"))
                            .isFalse();
                });
    }

    private static List<String> ours(ApplicationContext context) {
        return Arrays.stream(context.getBeanDefinitionNames())
                .filter(name -> {
                    Class<?> type = context.getType(name);
                    return name.contains("askr")
                            || type != null && type.getName().startsWith("io.askr");
                })
                .toList();
    }

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({
        AskrJdbcAutoConfiguration.class,
        AskrTopicsAutoConfiguration.class,
        AskrWatcherAutoConfiguration.class,
        AskrListenerAutoConfiguration.class,
        AskrMetricsAutoConfiguration.class,
        AskrHealthAutoConfiguration.class
    })
    static class Application {}

    @Configuration(proxyBeanMethods = false)
    static class OwnBeans {

        @Bean
        PayloadCodec ownCodec() {
            return new PayloadCodec(List.of(), JsonMapper.shared());
        }

        @Bean
        CommitSignal ownSignal() {
            return new CommitSignal();
        }
    }
}
