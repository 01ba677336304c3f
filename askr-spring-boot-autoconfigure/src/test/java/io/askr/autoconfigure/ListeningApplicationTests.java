package io.askr.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.askr.jdbc.AskrDatabase;
import io.askr.listener.AskrListener;
import io.askr.listener.AskrListenerRegistry;
import io.askr.metrics.LagSampler;
import io.askr.topic.AskrTopicPublisher;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.sql.DataSource;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.boot.SpringBootVersion;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.datasource.LazyConnectionDataSourceProxy;
import org.springframework.orm.jpa.JpaTransactionManager;
import org.springframework.transaction.annotation.Transactional;

/** Whole applications with listeners, as the starter makes them. */
@ExtendWith(OutputCaptureExtension.class)
class ListeningApplicationTests {

    @TempDir
    Path folder;

    @Test
    void everythingThatBootBringsTogether(CapturedOutput output) {
        try (ConfigurableApplicationContext context = start("management.prometheus.metrics.export.enabled=true")) {
            context.getBean(AskrTopicPublisher.class).publish("orders.placed", "first");
            context.getBean(AskrTopicPublisher.class).publish("audit.login", "not for the dashboard");
            await().until(() -> context.getBean(Dashboard.class).seen().equals(List.of("first")));
            PrometheusMeterRegistry registry = context.getBean(PrometheusMeterRegistry.class);
            await().untilAsserted(() -> assertThat(registry.scrape())
                    .containsPattern(
                            "askr_listener_seconds_count\\{.*outcome=\"success\".*subscriber=\"dashboard\".*} 1")
                    .contains("askr_topic_lag{subscriber=\"dashboard\"} 0.0")
                    .contains("askr_topic_lag_age_seconds{subscriber=\"dashboard\"} 0.0")
                    .contains("askr_topic_published_total 2.0")
                    .contains("askr_watcher_wakeups_total{source=\"local\"} 2.0")
                    .containsPattern("askr_writer_group_calls_count [1-9]")
                    .containsPattern("askr_writer_lock_wait_seconds_count [1-9]"));
            assertThat(output)
                    .containsOnlyOnce("Askr on SQLite")
                    .containsPattern("Askr on SQLite 3\\.\\S+ \\(.*app.db\\), journal mode wal, synchronous NORMAL;"
                            + " tables askr_events, askr_subscribers, askr_failed_jobs; 1 listener");
        }
    }

    @Test
    void listenersRunInTheTransactionsOfJpa() {
        try (ConfigurableApplicationContext context = start()) {
            AskrTransactionManagerSelection managers = new AskrTransactionManagerSelection(context.getBeanFactory());
            assertThat(managers.find(context.getBean(AskrDatabase.class)))
                    .containsInstanceOf(JpaTransactionManager.class);
            assertThat(context.getBean(AskrListenerRegistry.class).containers())
                    .singleElement()
                    .satisfies(container -> assertThat(container.ackMode()).hasToString("TRANSACTION"));
        }
    }

    @Test
    void listenersListenWithLazyInitialization() {
        runner().withInitializer(context ->
                        context.addBeanFactoryPostProcessor(new LazyInitializationBeanFactoryPostProcessor()))
                .run(context -> {
                    context.getBean(AskrTopicPublisher.class).publish("orders.placed", "first");
                    await().until(() -> Dashboard.LATEST.seen().equals(List.of("first")));
                });
    }

    @Test
    void nothingRunsWithoutAutoStartup() {
        runner().withPropertyValues("askr.listener.auto-startup=false").run(context -> {
            assertThat(context).hasNotFailed();
            AskrListenerRegistry registry = context.getBean(AskrListenerRegistry.class);
            assertThat(registry.containers()).singleElement().satisfies(container -> assertThat(container.isRunning())
                    .isFalse());
        });
    }

    @Test
    void stopsWellWithinBootsPatience() {
        runner().run(context -> {
            long begun = System.nanoTime();
            context.close();
            assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(10));
        });
    }

    @Test
    void lifecyclesCanBeStoppedAndStarted() {
        runner().run(context -> {
            context.stop();
            context.start();
            context.getBean(AskrTopicPublisher.class).publish("orders.placed", "after");
            await().until(() -> context.getBean(Dashboard.class).seen().equals(List.of("after")));
        });
    }

    @Test
    void lagIsSampledOnlyWhereThereIsARegistry() {
        runner().run(context -> assertThat(context).doesNotHaveBean(LagSampler.class));
    }

    @Test
    void connectionsMayBeFetchedLazily() {
        Assumptions.assumeTrue(
                SpringBootVersion.getVersion().compareTo("4.1") >= 0,
                "spring.datasource.connection-fetch came with Spring Boot 4.1");
        runner().withPropertyValues("spring.datasource.connection-fetch=lazy").run(context -> {
            assertThat(context).hasNotFailed();
            assertThat(context.getBean(DataSource.class)).isInstanceOf(LazyConnectionDataSourceProxy.class);
            context.getBean(AskrTopicPublisher.class).publish("orders.placed", "first");
            await().until(() -> context.getBean(Dashboard.class).seen().equals(List.of("first")));
        });
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21, disabledReason = "virtual threads came with Java 21")
    void listenersRunOnVirtualThreadsWhereBootDoes() {
        runner().withPropertyValues("spring.threads.virtual.enabled=true").run(context -> {
            context.getBean(AskrTopicPublisher.class).publish("orders.placed", "first");
            Dashboard dashboard = context.getBean(Dashboard.class);
            await().until(() -> dashboard.seen().equals(List.of("first")));
            assertThat(dashboard.thread().toString()).startsWith("VirtualThread[");
        });
    }

    private ApplicationContextRunner runner() {
        return Askr.in(folder).withUserConfiguration(Listening.class);
    }

    private ConfigurableApplicationContext start(String... properties) {
        return new SpringApplicationBuilder(Application.class)
                .web(WebApplicationType.NONE)
                .properties(
                        "spring.datasource.url=" + Askr.url(folder, "app.db"),
                        "spring.jpa.database-platform=org.hibernate.community.dialect.SQLiteDialect",
                        "askr.metrics.lag-interval=10ms",
                        "logging.level.io.askr=info")
                .properties(properties)
                .run();
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application extends Listening {}

    @Configuration(proxyBeanMethods = false)
    static class Listening {

        @Bean
        Dashboard dashboard() {
            return new Dashboard();
        }
    }

    static class Dashboard {

        static volatile Dashboard LATEST;

        private volatile Thread thread;
        private final List<String> seen = new CopyOnWriteArrayList<>();

        Dashboard() {
            LATEST = this;
        }

        public Thread thread() {
            return thread;
        }

        public List<String> seen() {
            return seen;
        }

        @Transactional
        @AskrListener(topics = "orders.*", subscriber = "dashboard")
        public void on(String order) {
            thread = Thread.currentThread();
            seen.add(order);
        }
    }
}
