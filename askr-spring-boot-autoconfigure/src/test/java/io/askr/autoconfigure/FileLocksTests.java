package io.askr.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.askr.listener.AskrListener;
import io.askr.topic.AskrTopicPublisher;
import io.askr.topic.AskrTopics;
import io.askr.topic.TopicFilter;
import io.askr.wake.WakeSource;
import io.askr.wake.Watcher;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.transaction.annotation.Transactional;

/**
 * Nobody in this process opens and closes the database's files beside SQLite: that would take away the locks by which other
 * processes know that it is in use.
 */
@EnabledOnOs(value = OS.LINUX, disabledReason = "the kernel's list of locks is Linux's")
class FileLocksTests {

    private static final Path LOCKS = Path.of("/proc/locks");

    @TempDir
    Path folder;

    @Test
    void aWholeApplicationKeepsItsLocks() throws Exception {
        Path file = folder.resolve("app.db");
        try (ConfigurableApplicationContext context = start()) {
            Counting counting = context.getBean(Counting.class);
            AskrTopicPublisher publisher = context.getBean(AskrTopicPublisher.class);
            publisher.publish("orders.placed", "first");
            await().until(() -> counting.heard(1));
            Set<String> before = await().until(() -> locks(file), locks -> locks.size() >= 2);

            for (int burst = 0; burst < 300; burst++) {
                publisher.publish("orders.placed", "again");
            }
            int theirs = foreignEvents(file);
            int all = 301 + theirs;
            await().atMost(Duration.ofSeconds(20)).until(() -> counting.heard(all));
            assertThat(context.getBean(AskrTopics.class).read(TopicFilter.pattern("*"), 0, 1000))
                    .hasSize(all);
            context.getBean("askrHealthIndicator", HealthIndicator.class).health(true);
            context.getBean(PrometheusMeterRegistry.class).scrape();
            Watcher watcher = context.getBean(Watcher.class);
            long slow = watcher.wakeups(WakeSource.SAFETY);
            context.stop();
            context.start();
            await().until(() -> watcher.wakeups(WakeSource.SAFETY) > slow);
            checkpoint(context.getBean(DataSource.class));

            await().atMost(Duration.ofSeconds(10))
                    .untilAsserted(() -> assertThat(locks(file)).containsAll(before));
        }
    }

    @Test
    void theListShowsWhatOpeningTheFileDoes() throws IOException {
        Path file = folder.resolve("app.db");
        try (ConfigurableApplicationContext context = start()) {
            assertThat(context.getBean(Watcher.class).alive()).isTrue();
            Set<String> before = await().until(() -> locks(file), locks -> locks.size() >= 2);
            FileChannel.open(file).close();
            assertThat(locks(file))
                    .doesNotContainAnyElementsOf(before.stream()
                            .filter(lock -> lock.contains("/" + inode(file) + " "))
                            .toList());
        }
    }

    private ConfigurableApplicationContext start() {
        return new SpringApplicationBuilder(Application.class)
                .web(WebApplicationType.NONE)
                .properties(
                        "spring.datasource.url=" + Askr.url(folder, "app.db"),
                        "spring.jpa.database-platform=org.hibernate.community.dialect.SQLiteDialect",
                        "management.prometheus.metrics.export.enabled=true",
                        "askr.metrics.lag-interval=10ms")
                .run();
    }

    /** This process's locks on the database and its shared memory: file, kind and range. */
    private static Set<String> locks(Path database) throws IOException {
        Path memory = Path.of(database + "-shm");
        Set<String> inodes = Stream.of(database, memory)
                .filter(Files::exists)
                .map(FileLocksTests::inode)
                .collect(Collectors.toSet());
        String process = String.valueOf(ProcessHandle.current().pid());
        return Files.readAllLines(LOCKS).stream()
                .map(line -> line.trim().split("\\s+"))
                .filter(lock -> lock.length == 8 && lock[4].equals(process))
                .filter(lock -> inodes.contains(lock[5].substring(lock[5].lastIndexOf(':') + 1)))
                .map(lock ->
                        lock[3] + "/" + lock[5].substring(lock[5].lastIndexOf(':') + 1) + " " + lock[6] + "-" + lock[7])
                .collect(Collectors.toSet());
    }

    private static String inode(Path file) {
        try {
            return String.valueOf(Files.getAttribute(file, "unix:ino"));
        } catch (IOException absent) {
            throw new IllegalStateException(absent);
        }
    }

    private static int foreignEvents(Path file) throws Exception {
        Process python = new ProcessBuilder(
                        "python3",
                        "-c",
                        """
                        import sqlite3, sys
                        db = sqlite3.connect(sys.argv[1], timeout=30, isolation_level=None)
                        for n in range(20):
                            db.execute("insert into askr_events (channel, payload) values ('orders.theirs', 'x')")
                        """,
                        file.toString())
                .inheritIO()
                .start();
        return python.waitFor() == 0 ? 20 : 0;
    }

    private static void checkpoint(DataSource dataSource) throws Exception {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("pragma wal_checkpoint(truncate)");
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {

        @Bean
        Counting counting() {
            return new Counting();
        }
    }

    static class Counting {

        private final AtomicInteger kept = new AtomicInteger();
        private final AtomicInteger live = new AtomicInteger();

        public boolean heard(int events) {
            return kept.get() == events && live.get() == events;
        }

        @Transactional
        @AskrListener(topics = "orders.*", subscriber = "counting")
        public void keep(String order) {
            kept.incrementAndGet();
        }

        @AskrListener(topics = "orders.*")
        public void see(String order) {
            live.incrementAndGet();
        }
    }
}
