package io.askr.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.askr.listener.AskrListener;
import io.askr.topic.TopicEvent;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
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
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.annotation.Transactional;

/** Events that other programs insert with the contract's plain statement reach listeners, typed. */
@Timeout(120)
class ForeignEventsTests {

    @TempDir
    private Path folder;

    private ConfigurableApplicationContext app;
    private Received received;

    @BeforeEach
    void start() {
        app = new SpringApplicationBuilder(App.class)
                .web(WebApplicationType.NONE)
                .properties("spring.datasource.url=jdbc:sqlite:" + folder.resolve("app.db"))
                .run();
        received = app.getBean(Received.class);
    }

    @AfterEach
    void stop() {
        app.close();
    }

    @Test
    void theShellsTextBlobAndIntegerArriveTyped() throws Exception {
        assumeTrue(runs("sqlite3", "-version"), "the sqlite3 shell is not installed");
        run(
                "sqlite3",
                folder.resolve("app.db").toString(),
                "insert into askr_events (channel, payload) values ('order.placed', '{\"id\": 7, \"name\": \"tea\"}')",
                "insert into askr_events (channel, payload) values ('order.placed', cast('{\"id\": 8, \"name\": \"milk\"}' as blob))",
                "insert into askr_events (channel, payload) values ('number', 42)",
                "insert into askr_events (channel, payload) values ('bytes', x'00ff10')",
                "insert into askr_events (channel, payload) values ('odd * name?', 'x')");
        await().atMost(Duration.ofSeconds(20)).untilAsserted(() -> {
            assertThat(received.orders).containsExactly(new Order(7, "tea"), new Order(8, "milk"));
            assertThat(received.numbers).containsExactly(42);
            assertThat(received.bytes).hasSize(1);
            assertThat(received.live).contains("odd * name?");
        });
        assertThat(received.bytes.get(0)).containsExactly(0, 0xff, 0x10);
    }

    @Test
    void pythonsTransactionArrivesWhole() throws Exception {
        assumeTrue(runs("python3", "-c", "import sqlite3"), "python3 with sqlite3 is not installed");
        run(
                "python3",
                "-c",
                """
                import sqlite3, sys
                db = sqlite3.connect(sys.argv[1], timeout=10)
                with db:
                    for i in range(20):
                        db.execute("insert into askr_events (channel, payload) values (?, ?)",
                                   ("order.placed", '{"id": %d, "name": "p"}' % i))
                try:
                    with db:
                        db.execute("insert into askr_events (channel, payload) values ('order.placed', '{\\"id\\": 99}')")
                        raise RuntimeError("rolled back")
                except RuntimeError:
                    pass
                with db:
                    db.execute("insert into askr_events (channel, payload) values ('order.placed', ?)",
                               (b'{"id": 20, "name": "last"}',))
                """,
                folder.resolve("app.db").toString());
        await().atMost(Duration.ofSeconds(20)).until(() -> received.orders.size() >= 21);
        assertThat(received.orders)
                .extracting(Order::id)
                .containsExactlyElementsOf(IntStream.rangeClosed(0, 20).boxed().toList());
    }

    @Test
    void whatCannotBeReadIsParkedAndTheRestGoesOn() throws Exception {
        assumeTrue(runs("sqlite3", "-version"), "the sqlite3 shell is not installed");
        run(
                "sqlite3",
                folder.resolve("app.db").toString(),
                "insert into askr_events (channel, payload) values ('order.placed', 'no json')",
                "insert into askr_events (channel, payload) values ('order.placed', '{\"id\": 1, \"name\": \"after\"}')");
        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(received.orders).containsExactly(new Order(1, "after")));
        assertThat(app.getBean(JdbcTemplate.class)
                        .queryForMap("select queue, cast(payload as text) as payload, exception from askr_failed_jobs"))
                .containsEntry("queue", "subscriber:orders")
                .containsEntry("payload", "no json")
                .extractingByKey("exception")
                .asString()
                .contains("PayloadConversionException");
    }

    private static boolean runs(String... command) {
        try {
            return new ProcessBuilder(command).redirectErrorStream(true).start().waitFor(20, TimeUnit.SECONDS);
        } catch (IOException ex) {
            return false;
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private static void run(String... command) throws Exception {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
    }

    record Order(int id, String name) {}

    static class Received {

        final List<Order> orders = new CopyOnWriteArrayList<>();
        final List<Integer> numbers = new CopyOnWriteArrayList<>();
        final List<byte[]> bytes = new CopyOnWriteArrayList<>();
        final List<String> live = new CopyOnWriteArrayList<>();
    }

    static class Listeners {

        private final Received received;

        Listeners(Received received) {
            this.received = received;
        }

        @Transactional
        @AskrListener(topics = "order.*", subscriber = "orders")
        public void order(Order order) {
            received.orders.add(order);
        }

        @AskrListener(topics = "number", subscriber = "numbers")
        public void number(Integer number) {
            received.numbers.add(number);
        }

        @AskrListener(topics = "bytes", subscriber = "bytes")
        public void bytes(byte[] payload) {
            received.bytes.add(payload);
        }

        @AskrListener(topics = "*")
        public void live(TopicEvent<byte[]> event) {
            received.live.add(event.channel());
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
        Received received() {
            return new Received();
        }

        @Bean
        Listeners listeners(Received received) {
            return new Listeners(received);
        }
    }
}
