package io.askr.actuate;

import static org.assertj.core.api.Assertions.assertThat;

import io.askr.autoconfigure.AskrHealthAutoConfiguration;
import io.askr.autoconfigure.AskrJdbcAutoConfiguration;
import io.askr.autoconfigure.AskrListenerAutoConfiguration;
import io.askr.autoconfigure.AskrTopicsAutoConfiguration;
import io.askr.autoconfigure.AskrWatcherAutoConfiguration;
import io.askr.jdbc.DatabaseInfo;
import io.askr.listener.AskrListener;
import io.askr.listener.AskrListenerRegistry;
import io.askr.listener.ListenerContainer;
import io.askr.topic.AskrTopicPublisher;
import io.askr.wake.Watcher;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;

class AskrHealthIndicatorTests {

    @TempDir
    Path folder;

    @Test
    void isUpAndShowsTheDatabase() {
        runner("").run(context -> {
            context.getBean(AskrTopicPublisher.class).publish("greetings", "hello");
            Health health = context.getBean(AskrHealthIndicator.class).health();
            assertThat(health.getStatus()).isEqualTo(Status.UP);
            assertThat(health.getDetails()).containsEntry("watcher", "alive").doesNotContainKey("warning");
            assertThat(health.getDetails().get("database"))
                    .asInstanceOf(InstanceOfAssertFactories.map(String.class, Object.class))
                    .containsEntry("product", "SQLite")
                    .containsEntry("journalMode", "wal")
                    .containsEntry("synchronous", "NORMAL")
                    .hasEntrySatisfying(
                            "version", version -> assertThat((String) version).startsWith("3."))
                    .hasEntrySatisfying(
                            "walBytes", bytes -> assertThat((Long) bytes).isPositive());
        });
    }

    @Test
    void saysThatTheWatcherWasStopped() {
        runner("").run(context -> {
            context.getBean(Watcher.class).stop();
            Health health = context.getBean(AskrHealthIndicator.class).health();
            assertThat(health.getDetails()).containsEntry("watcher", "stopped");
        });
    }

    @Test
    void showsWhatListenersAreAt() {
        runner("").withBean(Listening.class).run(context -> {
            AskrListenerRegistry listeners = context.getBean(AskrListenerRegistry.class);
            AskrHealthIndicator indicator = context.getBean(AskrHealthIndicator.class);
            assertThat(indicator.health().getDetails()).containsEntry("listeners", Map.of("orders", "running"));
            listeners.pause("orders");
            assertThat(indicator.health().getDetails()).containsEntry("listeners", Map.of("orders", "paused"));
            listeners.stop("orders");
            Health health = indicator.health();
            assertThat(health.getDetails()).containsEntry("listeners", Map.of("orders", "stopped"));
            assertThat(health.getStatus()).isEqualTo(Status.UP);
        });
    }

    @Test
    void saysWhatHoldsAListenerUp() {
        runner("").withBean(Listening.class).run(context -> {
            context.getBean(AskrTopicPublisher.class).publish("orders", "refused");
            AskrHealthIndicator indicator = context.getBean(AskrHealthIndicator.class);
            Awaitility.await().untilAsserted(() -> assertThat(
                            indicator.health().getDetails().get("listeners").toString())
                    .contains("failing: ")
                    .contains("refused on purpose"));
        });
    }

    @Test
    void aListenerThatDiedIsFound() {
        ListenerContainer dead = container(true);
        ListenerContainer stopped = container(false);
        assertThat(ListenerStates.of(List.of(dead))).isEqualTo(new ListenerStates(Map.of("orders", "dead"), true));
        assertThat(ListenerStates.of(List.of(stopped)))
                .isEqualTo(new ListenerStates(Map.of("orders", "stopped"), false));
    }

    @Test
    @Timeout(60)
    void answersWhileSomebodyHoldsTheWholeDatabase() {
        runner("?journal_mode=delete").run(context -> {
            try (Connection other = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("app.db"));
                    Statement statement = other.createStatement()) {
                Awaitility.await().ignoreExceptions().until(() -> {
                    statement.execute("begin exclusive");
                    return true;
                });
                long begun = System.nanoTime();
                Health health = context.getBean(AskrHealthIndicator.class).health();
                assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(1));
                assertThat(health.getDetails().get("database"))
                        .asInstanceOf(InstanceOfAssertFactories.map(String.class, Object.class))
                        .containsEntry("journalMode", "delete")
                        .containsEntry("walBytes", 0L);
                statement.execute("rollback");
            }
        });
    }

    @Test
    void warnsOfAVersionThatCanLoseCommitsInWalMode() {
        assertThat(KnownFault.of(info("3.50.3", "wal"))).hasValueSatisfying(warning -> assertThat(warning)
                .contains("3.50.3")
                .contains("<sqlite-jdbc.version>3.53.4.0</sqlite-jdbc.version>"));
        assertThat(KnownFault.of(info("3.50.3", "delete"))).isEmpty();
        assertThat(KnownFault.of(info("3.50.7", "wal"))).isEmpty();
        assertThat(KnownFault.of(info("3.44.6", "wal"))).isEmpty();
        assertThat(KnownFault.of(info("3.51.2", "wal"))).isPresent();
        assertThat(KnownFault.of(info("3.51.3", "wal"))).isEmpty();
        assertThat(KnownFault.of(info("3.7.0", "wal"))).isPresent();
    }

    @Test
    void aDatabaseInMemoryHasNoLogFile() {
        assertThat(WalFile.size(info("3.53.4", "memory"))).isEmpty();
    }

    private static DatabaseInfo info(String version, String journalMode) {
        return new DatabaseInfo("SQLite", version, Optional.empty(), journalMode, "NORMAL", Duration.ofSeconds(5));
    }

    private static ListenerContainer container(boolean died) {
        return (ListenerContainer) Proxy.newProxyInstance(
                ListenerContainer.class.getClassLoader(),
                new Class<?>[] {ListenerContainer.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "id" -> "orders";
                    case "hasDied" -> died;
                    case "isRunning" -> false;
                    default -> throw new UnsupportedOperationException(method.toString());
                });
    }

    static class Listening {

        @AskrListener(id = "orders", topics = "orders", subscriber = "orders")
        void on(String order) {
            throw new IllegalStateException(order + " on purpose");
        }
    }

    private ApplicationContextRunner runner(String parameters) {
        return new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        DataSourceAutoConfiguration.class,
                        DataSourceTransactionManagerAutoConfiguration.class,
                        TransactionAutoConfiguration.class,
                        JacksonAutoConfiguration.class,
                        AskrJdbcAutoConfiguration.class,
                        AskrTopicsAutoConfiguration.class,
                        AskrWatcherAutoConfiguration.class,
                        AskrListenerAutoConfiguration.class,
                        AskrHealthAutoConfiguration.class))
                .withPropertyValues("spring.datasource.url=jdbc:sqlite:" + folder.resolve("app.db") + parameters);
    }
}
