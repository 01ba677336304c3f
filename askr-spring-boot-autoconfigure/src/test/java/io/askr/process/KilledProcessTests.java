package io.askr.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import io.askr.jdbc.AskrDatabase;
import io.askr.jdbc.DataSourcePreparation;
import io.askr.jdbc.DatabaseSettings;
import io.askr.jdbc.Schema;
import io.askr.payload.PayloadCodec;
import io.askr.topic.AskrTopicPublisher;
import io.askr.wake.CommitSignal;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.JdbcTemplate;
import tools.jackson.databind.json.JsonMapper;

/**
 * Kills the process of a TRANSACTION listener at random moments, {@code -Daskr.test.kills} times (50), with the seed {@code
 * -Daskr.test.seed}.
 */
class KilledProcessTests {

    private static final int KILLS = Integer.getInteger("askr.test.kills", 50);

    private static final int EVENTS_A_LIFE = 40;

    private final long seed = Long.getLong("askr.test.seed", System.nanoTime());

    @TempDir
    private Path folder;

    private HikariDataSource pool;
    private AskrDatabase database;
    private AskrTopicPublisher publisher;
    private JdbcTemplate jdbc;

    @BeforeEach
    void open() {
        pool = new HikariDataSource();
        pool.setJdbcUrl("jdbc:sqlite:" + folder.resolve("app.db"));
        pool.setMaximumPoolSize(2);
        new DataSourcePreparation(true, true, Duration.ofSeconds(1)).prepare(pool);
        new Schema().initialize(pool);
        database = AskrDatabase.open(pool, null, DatabaseSettings.defaults(), InstantSource.system());
        publisher = new AskrTopicPublisher(
                database, new PayloadCodec(List.of(), JsonMapper.builder().build()), new CommitSignal());
        jdbc = new JdbcTemplate(pool);
        jdbc.execute("create table counted (id integer primary key autoincrement, seq integer, number text)");
    }

    @AfterEach
    void close() {
        database.close();
        pool.close();
    }

    @Test
    @Timeout(value = 20, unit = TimeUnit.MINUTES)
    void eachEventIsCountedExactlyOnceAndInOrder() throws Exception {
        Random random = new Random(seed);
        int killedAtWork = 0;
        for (int life = 0; life < KILLS; life++) {
            publish(life);
            long before = counted();
            try (JavaProcess app = start()) {
                if (random.nextInt(10) > 0) {
                    app.awaitLine(CountingApp.READY);
                }
                app.process().waitFor(random.nextInt(120), TimeUnit.MILLISECONDS);
                assertThat(app.process().isAlive()).as("until it is killed").isTrue();
                app.kill();
            }
            long after = counted();
            killedAtWork += after > before && after < (life + 1L) * EVENTS_A_LIFE ? 1 : 0;
        }
        try (JavaProcess app = start()) {
            app.awaitLine(CountingApp.READY);
            await().atMost(Duration.ofMinutes(2)).until(() -> counted() >= (long) KILLS * EVENTS_A_LIFE);
            app.kill();
        }
        assertThat(jdbc.queryForList("select number from counted order by id", String.class))
                .as("seed %d", seed)
                .isEqualTo(IntStream.range(0, KILLS * EVENTS_A_LIFE)
                        .mapToObj(String::valueOf)
                        .toList());
        assertThat(jdbc.queryForObject("pragma integrity_check", String.class)).isEqualTo("ok");
        assertThat(jdbc.queryForObject("select count(*) from askr_failed_jobs", Long.class))
                .isZero();
        assertThat(killedAtWork).as("kills that hit it at work").isPositive();
    }

    private JavaProcess start() throws Exception {
        return JavaProcess.start(CountingApp.class, "--spring.datasource.url=jdbc:sqlite:" + folder.resolve("app.db"));
    }

    private void publish(int life) {
        publisher.publishAll(
                "numbers",
                IntStream.range(life * EVENTS_A_LIFE, (life + 1) * EVENTS_A_LIFE)
                        .mapToObj(String::valueOf)
                        .toList());
    }

    private long counted() {
        return jdbc.queryForObject("select count(*) from counted", Long.class);
    }
}
