package io.askr.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.askr.listener.AskrListener;
import io.askr.listener.AskrListenerRegistry;
import io.askr.topic.AskrTopicPublisher;
import io.askr.topic.TopicEvent;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;

/** What stands in the tables, as the {@code sqlite3} shell sees it: the tables are the contract, our classes are not. */
@Timeout(120)
class ContractTests {

    private static final String BARE =
            """
            CREATE TABLE askr_events (
              seq        INTEGER PRIMARY KEY AUTOINCREMENT,
              channel    TEXT    NOT NULL,
              payload    BLOB    NOT NULL,
              created_at INTEGER NOT NULL DEFAULT (unixepoch())
            );
            CREATE INDEX askr_events_chan ON askr_events (channel, seq);
            CREATE TABLE askr_subscribers (
              name       TEXT PRIMARY KEY,
              cursor     INTEGER NOT NULL DEFAULT 0,
              updated_at INTEGER NOT NULL DEFAULT (unixepoch())
            );
            CREATE TABLE askr_failed_jobs (
              id        INTEGER PRIMARY KEY AUTOINCREMENT,
              uuid      TEXT,
              queue     TEXT    NOT NULL,
              payload   BLOB    NOT NULL,
              exception TEXT,
              attempts  INTEGER NOT NULL,
              failed_at INTEGER NOT NULL DEFAULT (unixepoch())
            );
            """;

    @TempDir
    private Path folder;

    @BeforeEach
    void theShellIsThere() {
        assumeTrue(isInstalled(), "the sqlite3 shell is not installed");
    }

    @Test
    void aPublishedEventIsAPlainRow() throws Exception {
        try (ConfigurableApplicationContext app = start()) {
            AskrTopicPublisher topics = app.getBean(AskrTopicPublisher.class);
            long first = topics.publish("orders", Map.of("id", 7));
            long second = topics.publish("orders", "caf\u00e9");
            long third = topics.publish("audit", new byte[] {0, (byte) 0xff});
            assertThat(List.of(second, third)).containsExactly(first + 1, first + 2);
            assertThat(shell("select channel, typeof(channel), typeof(payload), hex(payload), typeof(created_at),"
                            + " abs(created_at - unixepoch()) < 60 from askr_events order by seq"))
                    .containsExactly(
                            "orders|text|blob|7B226964223A377D|integer|1",
                            "orders|text|blob|636166C3A9|integer|1",
                            "audit|text|blob|00FF|integer|1");
            assertThat(shell("select seq from askr_events where channel = 'orders' and seq > " + first
                            + " order by seq limit 10"))
                    .containsExactly(String.valueOf(second));
        }
    }

    @Test
    void aCursorIsWhatTheContractSaysAndAnotherProgramMayMoveItBetweenTwoRuns() throws Exception {
        try (ConfigurableApplicationContext app = start()) {
            AskrTopicPublisher topics = app.getBean(AskrTopicPublisher.class);
            topics.publish("orders", "a");
            topics.publish("orders", "b");
            await().until(() -> app.getBean(Seen.class).payloads.equals(List.of("a", "b")));
            await().until(() -> shell("select name, cursor, typeof(updated_at) from askr_subscribers")
                    .equals(List.of("seen|2|integer")));
        }
        shell("insert into askr_subscribers (name, cursor) values ('seen', 1)"
                + " on conflict (name) do update set cursor = excluded.cursor, updated_at = unixepoch()");
        try (ConfigurableApplicationContext app = start()) {
            await().until(() -> app.getBean(Seen.class).payloads.equals(List.of("b")));
            assertThat(app.getBean(AskrListenerRegistry.class).containers()).hasSize(1);
        }
    }

    @Test
    void theBareTablesOfAnotherProgramAreUsedAsTheyAre() throws Exception {
        shell(BARE);
        shell("insert into askr_events (channel, payload) values ('orders', 'theirs')");
        try (ConfigurableApplicationContext app = start("askr.jdbc.initialize-schema=never")) {
            app.getBean(AskrTopicPublisher.class).publish("orders", "poison");
            app.getBean(AskrTopicPublisher.class).publish("orders", "ours");
            await().atMost(Duration.ofSeconds(20))
                    .until(() -> app.getBean(Seen.class).payloads.equals(List.of("theirs", "ours")));
            assertThat(shell("select queue, payload, attempts from askr_failed_jobs"))
                    .containsExactly("subscriber:seen|poison|2");
            assertThat(shell("select group_concat(name) from pragma_table_info('askr_events')"))
                    .containsExactly("seq,channel,payload,created_at");
        }
    }

    private ConfigurableApplicationContext start(String... properties) {
        return new SpringApplicationBuilder(App.class)
                .web(WebApplicationType.NONE)
                .properties("spring.datasource.url=jdbc:sqlite:" + folder.resolve("app.db"))
                .properties("askr.listener.retry.max-attempts=2", "askr.listener.retry.initial-interval=1ms")
                .properties(properties)
                .run();
    }

    private List<String> shell(String sql) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        "sqlite3",
                        "-cmd",
                        ".timeout 10000",
                        folder.resolve("app.db").toString(),
                        sql)
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output.lines().toList();
    }

    private static boolean isInstalled() {
        try {
            new ProcessBuilder("sqlite3", "-version").start().destroy();
            return true;
        } catch (IOException ex) {
            return false;
        }
    }

    static class Seen {

        final List<String> payloads = new CopyOnWriteArrayList<>();

        @AskrListener(topics = "orders", subscriber = "seen")
        void on(TopicEvent<String> event) {
            if (event.payload().equals("poison")) {
                throw new IllegalStateException("poison");
            }
            payloads.add(event.payload());
        }
    }

    @SpringBootConfiguration
    @EnableAutoConfiguration(
            excludeName = {
                "org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration",
                "org.springframework.boot.data.jpa.autoconfigure.DataJpaRepositoriesAutoConfiguration"
            })
    static class App {

        @Bean
        Seen seen() {
            return new Seen();
        }
    }
}
