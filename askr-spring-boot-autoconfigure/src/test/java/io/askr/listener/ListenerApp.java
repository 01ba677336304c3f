package io.askr.listener;

import com.zaxxer.hikari.HikariDataSource;
import io.askr.jdbc.AskrDatabase;
import io.askr.jdbc.DataSourcePreparation;
import io.askr.jdbc.DatabaseSettings;
import io.askr.jdbc.Schema;
import io.askr.payload.PayloadCodec;
import io.askr.test.AskrDrain;
import io.askr.topic.AskrTopicPublisher;
import io.askr.topic.SubscriberStore;
import io.askr.topic.TopicLog;
import io.askr.topic.TopicWakes;
import io.askr.wake.CommitSignal;
import io.askr.wake.Watcher;
import io.askr.wake.WatcherSettings;
import io.micrometer.observation.ObservationRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.core.env.MapPropertySource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.test.util.AopTestUtils;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.validation.Validator;
import tools.jackson.databind.json.JsonMapper;

/** An application with listeners, wired by hand on a real file: what the auto-configuration does, without Spring Boot. */
public final class ListenerApp implements AutoCloseable {

    private final AnnotationConfigApplicationContext context;

    private ListenerApp(AnnotationConfigApplicationContext context) {
        this.context = context;
    }

    /** An application with a table {@code done (seq, note)} that handlers may write to. */
    public static ListenerApp start(Path folder, Class<?>... beans) {
        return start(folder, Map.of(), beans);
    }

    static ListenerApp start(Path folder, Map<String, Object> properties, Class<?>... beans) {
        AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
        context.getEnvironment()
                .getPropertySources()
                .addFirst(new MapPropertySource("test", new HashMap<>(properties)));
        context.registerBean("file", Path.class, () -> folder.resolve("app.db"));
        context.register(Wiring.class);
        if (beans.length > 0) {
            context.register(beans);
        }
        try {
            context.refresh();
        } catch (RuntimeException e) {
            context.close();
            throw e;
        }
        return new ListenerApp(context);
    }

    public <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    /** The object behind the bean's proxy, for its fields. */
    <T> T target(Class<T> type) {
        return AopTestUtils.getUltimateTargetObject(bean(type));
    }

    public AskrListenerRegistry registry() {
        return bean(AskrListenerRegistry.class);
    }

    ListenerContainer only() {
        return registry().containers().iterator().next();
    }

    ListenerContainer container(String id) {
        return registry().container(id).orElseThrow();
    }

    public long publish(String channel, Object payload) {
        return bean(AskrTopicPublisher.class).publish(channel, payload);
    }

    long publish(String channel, Object payload, Map<String, String> headers) {
        return bean(AskrTopicPublisher.class).publish(channel, payload, headers);
    }

    public void drain() {
        bean(AskrDrain.class).drain(Duration.ofSeconds(20));
    }

    JdbcTemplate jdbc() {
        return bean(JdbcTemplate.class);
    }

    TransactionTemplate transaction() {
        return new TransactionTemplate(context.getBean("transactionManager", PlatformTransactionManager.class));
    }

    List<String> done() {
        return jdbc().queryForList("select note from done order by id", String.class);
    }

    List<Map<String, Object>> parked() {
        return jdbc().queryForList("select * from askr_failed_jobs order by id");
    }

    long cursor(String subscriber) {
        return bean(SubscriberStore.class).cursor(subscriber).orElse(-1L);
    }

    AnnotationConfigApplicationContext context() {
        return context;
    }

    @Override
    public void close() {
        context.close();
    }

    @Configuration(proxyBeanMethods = false)
    @EnableTransactionManagement(proxyTargetClass = true)
    static class Wiring {

        static final RetrySettings RETRY = new RetrySettings(3, Duration.ofMillis(2), 2, Duration.ofMillis(10), 0);

        @Bean
        @Primary
        DataSource dataSource(Path file) {
            HikariDataSource pool = new HikariDataSource();
            pool.setJdbcUrl("jdbc:sqlite:" + file + "?busy_timeout=300");
            pool.setMaximumPoolSize(4);
            new DataSourcePreparation(true, true, Duration.ofSeconds(60)).prepare(pool);
            new Schema().initialize(pool);
            new JdbcTemplate(pool)
                    .execute("create table if not exists done (id integer primary key autoincrement, seq, note text)");
            return pool;
        }

        @Bean
        @Primary
        JdbcTransactionManager transactionManager(DataSource dataSource, AskrDatabase database) {
            JdbcTransactionManager manager = new JdbcTransactionManager(dataSource);
            manager.addListener(database.writeLockReservation());
            return manager;
        }

        @Bean
        JdbcTemplate jdbcTemplate(DataSource dataSource) {
            return new JdbcTemplate(dataSource);
        }

        @Bean
        AskrDatabase database(DataSource dataSource) {
            return AskrDatabase.open(
                    dataSource, null, new DatabaseSettings(Duration.ofMillis(300)), InstantSource.system());
        }

        @Bean
        CommitSignal commitSignal() {
            return new CommitSignal();
        }

        @Bean
        Watcher watcher(AskrDatabase database, CommitSignal signal) {
            return new Watcher(database, signal, WatcherSettings.defaults());
        }

        @Bean
        PayloadCodec payloadCodec() {
            return new PayloadCodec(List.of(), new JsonMapper());
        }

        @Bean
        TopicLog topicLog(AskrDatabase database) {
            return new TopicLog(database);
        }

        @Bean
        SubscriberStore subscriberStore(AskrDatabase database, TopicLog log) {
            return new SubscriberStore(database, log);
        }

        @Bean
        TopicWakes topicWakes(AskrDatabase database, CommitSignal signal) {
            return new TopicWakes(database, signal);
        }

        @Bean
        AskrTopicPublisher publisher(AskrDatabase database, PayloadCodec codec, CommitSignal signal) {
            return new AskrTopicPublisher(database, codec, signal);
        }

        @Bean
        ListenerContainerFactory listenerContainerFactory(
                AskrDatabase database,
                TopicLog log,
                SubscriberStore subscribers,
                TopicWakes wakes,
                PayloadCodec codec,
                JdbcTransactionManager transactionManager,
                ObjectProvider<ListenerSettings> settings,
                ObjectProvider<Validator> validator,
                ObjectProvider<ObservationRegistry> observations) {
            ListenerContainerFactory factory = new ListenerContainerFactory(
                    database, log, subscribers, wakes, codec, settings.getIfAvailable(Wiring::settings));
            factory.transactionManager(transactionManager);
            validator.ifAvailable(factory::validator);
            observations.ifAvailable(factory::observations);
            return factory;
        }

        static ListenerSettings settings() {
            return new ListenerSettings(
                    true, 10, 1024 * 1024, Duration.ofSeconds(5), Duration.ofMillis(50), false, RETRY);
        }

        @Bean
        AskrListenerRegistry registry(ListenerContainerFactory factory) {
            return new AskrListenerRegistry(factory);
        }

        @Bean
        static AskrListenerAnnotationBeanPostProcessor listenerPostProcessor() {
            return new AskrListenerAnnotationBeanPostProcessor();
        }

        @Bean
        AskrDrain drain(AskrListenerRegistry registry, TopicLog log) {
            return new AskrDrain(registry, log);
        }
    }
}
