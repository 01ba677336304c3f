package io.askr.process;

import io.askr.listener.AskrListener;
import io.askr.topic.TopicEvent;
import java.util.concurrent.ThreadLocalRandom;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.annotation.Bean;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.annotation.Transactional;

/** The process that is killed: counts events in a table, and throws at random, before and after it has written. */
@SpringBootConfiguration
@EnableAutoConfiguration(
        excludeName = {
            "org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration",
            "org.springframework.boot.data.jpa.autoconfigure.DataJpaRepositoriesAutoConfiguration"
        })
public class CountingApp {

    static final String READY = "ready";

    public static void main(String[] args) {
        new SpringApplicationBuilder(CountingApp.class)
                .web(WebApplicationType.NONE)
                .properties("askr.listener.retry.initial-interval=1ms", "askr.listener.retry.max-attempts=1000")
                .properties("askr.listener.retry.max-interval=2ms", "logging.level.root=error")
                .run(args);
        System.out.println(READY);
    }

    @Bean
    Counter counter(JdbcTemplate jdbc) {
        return new Counter(jdbc);
    }

    public static class Counter {

        private final JdbcTemplate jdbc;

        Counter(JdbcTemplate jdbc) {
            this.jdbc = jdbc;
        }

        @Transactional
        @AskrListener(topics = "numbers", subscriber = "counter")
        public void count(TopicEvent<String> event) {
            throwAtRandom();
            jdbc.update("insert into counted (seq, number) values (?, ?)", event.seq(), event.payload());
            throwAtRandom();
        }

        private static void throwAtRandom() {
            if (ThreadLocalRandom.current().nextInt(12) == 0) {
                throw new IllegalStateException("at random");
            }
        }
    }
}
