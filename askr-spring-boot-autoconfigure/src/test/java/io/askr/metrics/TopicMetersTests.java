package io.askr.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.askr.jdbc.AskrDatabase;
import io.askr.jdbc.DatabaseSettings;
import io.askr.jdbc.Schema;
import io.askr.payload.PayloadCodec;
import io.askr.test.AskrTestClock;
import io.askr.topic.AskrTopicPublisher;
import io.askr.topic.StartPosition;
import io.askr.topic.SubscriberStore;
import io.askr.topic.TopicLog;
import io.askr.wake.CommitSignal;
import io.askr.wake.Watcher;
import io.askr.wake.WatcherSettings;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.SimpleDriverDataSource;
import tools.jackson.databind.json.JsonMapper;

/** What a scrape shows, as Prometheus gets it. */
class TopicMetersTests {

    @TempDir
    Path folder;

    private final AskrTestClock clock = new AskrTestClock();
    private final Map<String, Long> positions = new HashMap<>();
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private DataSource dataSource;
    private AskrDatabase database;
    private SubscriberStore subscribers;
    private AskrTopicPublisher publisher;
    private LagSampler sampler;

    @BeforeEach
    void open() {
        dataSource = new SimpleDriverDataSource(
                new org.sqlite.JDBC(), "jdbc:sqlite:" + folder.resolve("app.db") + "?journal_mode=wal");
        new Schema().initialize(dataSource);
        database = AskrDatabase.open(dataSource, null, DatabaseSettings.defaults(), clock);
        TopicLog log = new TopicLog(database);
        subscribers = new SubscriberStore(database, log);
        publisher =
                new AskrTopicPublisher(database, new PayloadCodec(List.of(), JsonMapper.shared()), new CommitSignal());
        sampler = new LagSampler(database, () -> positions, Duration.ofMillis(10));
        new TopicMeters(publisher, sampler).bindTo(registry);
    }

    @AfterEach
    void close() {
        sampler.stop();
        database.close();
    }

    @Test
    void lagIsCountedFromTheCursor() {
        subscribers.open("dashboard", StartPosition.earliest());
        publish(5);
        sampler.sample();
        assertThat(scrape()).contains("askr_topic_lag{subscriber=\"dashboard\"} 5.0");
        subscribers.advance("dashboard", 0, 3);
        sampler.sample();
        assertThat(scrape()).contains("askr_topic_lag{subscriber=\"dashboard\"} 2.0");
    }

    @Test
    void ageIsThatOfTheFirstEventAfterTheCursor() {
        subscribers.open("dashboard", StartPosition.earliest());
        publish(1);
        clock.advance(Duration.ofSeconds(60));
        publish(1);
        clock.advance(Duration.ofSeconds(30));
        sampler.sample();
        assertThat(scrape()).contains("askr_topic_lag_age_seconds{subscriber=\"dashboard\"} 90.0");
        subscribers.advance("dashboard", 0, 1);
        sampler.sample();
        assertThat(scrape()).contains("askr_topic_lag_age_seconds{subscriber=\"dashboard\"} 30.0");
        subscribers.advance("dashboard", 1, 2);
        sampler.sample();
        assertThat(scrape()).contains("askr_topic_lag_age_seconds{subscriber=\"dashboard\"} 0.0");
    }

    @Test
    void aListenerOfThisProcessCountsFromWhereItStandsNotFromItsStoredCursor() {
        subscribers.open("filtered", StartPosition.earliest());
        publish(5);
        positions.put("filtered", 4L);
        sampler.sample();
        assertThat(scrape()).contains("askr_topic_lag{subscriber=\"filtered\"} 1.0");
    }

    @Test
    void anEmptiedLogIsNoLag() {
        subscribers.open("dashboard", StartPosition.earliest());
        publish(3);
        subscribers.advance("dashboard", 0, 3);
        new JdbcTemplate(dataSource).update("delete from askr_events");
        sampler.sample();
        assertThat(scrape()).contains("askr_topic_lag{subscriber=\"dashboard\"} 0.0");
    }

    @Test
    void subscribersThatComeLaterGetGaugesAndDeletedOnesLoseThem() {
        sampler.sample();
        assertThat(scrape()).doesNotContain("askr_topic_lag{");
        subscribers.open("late", StartPosition.earliest());
        sampler.sample();
        assertThat(scrape()).contains("subscriber=\"late\"");
        new JdbcTemplate(dataSource).update("delete from askr_subscribers");
        sampler.sample();
        assertThat(scrape()).doesNotContain("late");
        subscribers.open("late", StartPosition.earliest());
        sampler.sample();
        assertThat(scrape()).contains("subscriber=\"late\"");
    }

    @Test
    void aScrapeRunsNoSql() {
        subscribers.open("dashboard", StartPosition.earliest());
        publish(2);
        sampler.sample();
        publish(2);
        assertThat(scrape()).contains("askr_topic_lag{subscriber=\"dashboard\"} 2.0");
    }

    @Test
    void publishedEventsAreACounter() {
        publish(7);
        assertThat(scrape())
                .contains("askr_topic_published_total 7.0")
                .contains("# TYPE askr_topic_published_total counter");
    }

    @Test
    void aSampleThatFailsKeepsTheLastValuesAndTheNextOneHeals() {
        subscribers.open("dashboard", StartPosition.earliest());
        publish(1);
        sampler.sample();
        JdbcTemplate jdbc = new JdbcTemplate(dataSource);
        jdbc.execute("alter table askr_subscribers rename to aside");
        publish(2);
        sampler.sample();
        assertThat(scrape()).contains("askr_topic_lag{subscriber=\"dashboard\"} 1.0");
        jdbc.execute("alter table aside rename to askr_subscribers");
        sampler.sample();
        assertThat(scrape()).contains("askr_topic_lag{subscriber=\"dashboard\"} 3.0");
    }

    @Test
    void samplesAreTakenAtIntervals() {
        subscribers.open("dashboard", StartPosition.earliest());
        sampler.start();
        Awaitility.await().until(() -> scrape().contains("askr_topic_lag{subscriber=\"dashboard\"} 0.0"));
        publish(3);
        Awaitility.await().until(() -> scrape().contains("askr_topic_lag{subscriber=\"dashboard\"} 3.0"));
    }

    @Test
    void stoppedAndStartedItSamplesAgain() {
        sampler.start();
        sampler.stop();
        assertThat(sampler.isRunning()).isFalse();
        subscribers.open("dashboard", StartPosition.earliest());
        sampler.start();
        Awaitility.await().until(() -> scrape().contains("subscriber=\"dashboard\""));
    }

    @Test
    void wakeUpsAreCountedBySource() {
        CommitSignal signal = new CommitSignal();
        Watcher watcher = new Watcher(database, signal, WatcherSettings.defaults());
        new WatcherMeters(watcher).bindTo(registry);
        watcher.start();
        try {
            publish(1);
            Awaitility.await().until(() -> watcher.wakeups(io.askr.wake.WakeSource.SAFETY) > 0);
            assertThat(scrape())
                    .contains("askr_watcher_wakeups_total{source=\"local\"} 0.0")
                    .containsPattern("askr_watcher_wakeups_total\\{source=\"safety\"} [1-9]")
                    .contains("askr_watcher_wakeups_total{source=\"event\"}")
                    .contains("askr_watcher_wakeups_total{source=\"poll\"}");
        } finally {
            watcher.stop();
        }
    }

    private void publish(int events) {
        for (int i = 0; i < events; i++) {
            publisher.publish("orders", "order");
        }
    }

    private String scrape() {
        return registry.scrape();
    }
}
