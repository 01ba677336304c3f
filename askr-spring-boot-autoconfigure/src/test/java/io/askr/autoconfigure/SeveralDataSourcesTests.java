package io.askr.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.askr.jdbc.AskrDatabase;
import io.askr.topic.AskrTopicPublisher;
import io.askr.topic.AskrTopics;
import java.nio.file.Path;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.jdbc.DataSourceBuilder;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.annotation.Transactional;

class SeveralDataSourcesTests {

    @TempDir
    Path folder;

    @Test
    void theMarkedOneIsUsedAndTheApplicationsOwnStaysInPlace() {
        runner(Aside.class).run(context -> {
            assertThat(context).hasNotFailed();
            assertThat(context.getBean(AskrDatabase.class).file())
                    .hasValueSatisfying(file -> assertThat(file).hasFileName("askr.db"));
            assertThat(context.getBean(DataSource.class))
                    .isInstanceOfSatisfying(HikariDataSource.class, pool -> assertThat(pool.getJdbcUrl())
                            .endsWith("app.db"));
            PlatformTransactionManager theirs = context.getBean(PlatformTransactionManager.class);
            assertThat(ManagedDataSource.of(theirs)).isSameAs(context.getBean(DataSource.class));
            assertThat(context.getBean(JdbcTemplate.class).getDataSource()).isSameAs(context.getBean(DataSource.class));
        });
    }

    @Test
    void aManagerOfItsOwnIsPublishedAndCanBeNamed() {
        runner(Aside.class).run(context -> {
            AskrTopics topics = context.getBean(AskrTopics.class);
            context.getBean(Service.class).publishInOurs("kept", false);
            assertThat(topics.lastSeq()).isEqualTo(1);
            assertThat(failureOf(() -> context.getBean(Service.class).publishInOurs("lost", true)))
                    .isNotNull();
            assertThat(topics.lastSeq()).isEqualTo(1);
        });
    }

    @Test
    void aPublishInTheOthersTransactionIsACallOutside() {
        runner(Aside.class).run(context -> {
            assertThat(failureOf(() -> context.getBean(Service.class).publishInTheirs("kept all the same", true)))
                    .isNotNull();
            assertThat(context.getBean(AskrTopics.class).lastSeq()).isEqualTo(1);
        });
    }

    @Test
    void onlyTheMarkedOneTakesTheWriteLockAtBegin() {
        runner(Aside.class).run(context -> {
            DataSource ours = context.getBean("askrDataSource", DataSource.class);
            DataSource theirs = context.getBean("dataSource", DataSource.class);
            assertThat(((HikariDataSource) ours).getDataSource()).isNotNull();
            assertThat(((HikariDataSource) theirs).getDataSource()).isNull();
        });
    }

    @Test
    void noManagerIsPublishedWhereTheApplicationHasOneForIt() {
        runner(MarkedPrimary.class).run(context -> {
            assertThat(context).hasNotFailed().hasSingleBean(PlatformTransactionManager.class);
            AskrTransactionManagerSelection managers = new AskrTransactionManagerSelection(context.getBeanFactory());
            assertThat(managers.find(context.getBean(AskrDatabase.class)))
                    .containsSame(context.getBean(PlatformTransactionManager.class));
        });
    }

    @Test
    void theApplicationsManagerOfTheMarkedOneIsPreferredToOurs() {
        runner(AsideWithManager.class).run(context -> {
            assertThat(context).hasNotFailed();
            AskrTransactionManagerSelection managers = new AskrTransactionManagerSelection(context.getBeanFactory());
            assertThat(managers.find(context.getBean(AskrDatabase.class)))
                    .containsSame(context.getBean("ownManager", PlatformTransactionManager.class));
        });
    }

    @Test
    void aMarkedManagerOfAnotherDataSourceIsRefused() {
        runner(WrongManager.class).run(context -> assertThat(context)
                .getFailure()
                .rootCause()
                .isInstanceOf(AskrConfigurationException.class)
                .hasMessageContaining("'transactionManager'"));
    }

    @Test
    void severalUnmarkedOnesAreRefused() {
        runner(Unmarked.class).run(context -> assertThat(context)
                .getFailure()
                .rootCause()
                .isInstanceOf(AskrConfigurationException.class)
                .hasMessageContaining("first, second"));
    }

    private ApplicationContextRunner runner(Class<?> configuration) {
        return Askr.in(folder).withPropertyValues("folder=" + folder).withUserConfiguration(configuration);
    }

    private static Throwable failureOf(Runnable call) {
        try {
            call.run();
            return null;
        } catch (IllegalStateException ex) {
            return ex;
        }
    }

    private static DataSource pool(String folder, String file) {
        return DataSourceBuilder.create()
                .type(HikariDataSource.class)
                .url("jdbc:sqlite:" + folder + "/" + file)
                .build();
    }

    @Configuration(proxyBeanMethods = false)
    static class Aside {

        @Bean(defaultCandidate = false)
        @AskrDataSource
        DataSource askrDataSource(@Value("${folder}") String folder) {
            return pool(folder, "askr.db");
        }

        @Bean
        Service service(AskrTopicPublisher topics) {
            return new Service(topics);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class AsideWithManager {

        @Bean(defaultCandidate = false)
        @AskrDataSource
        DataSource askrDataSource(@Value("${folder}") String folder) {
            return pool(folder, "askr.db");
        }

        @Bean(defaultCandidate = false)
        JdbcTransactionManager ownManager(@AskrDataSource DataSource dataSource) {
            return new JdbcTransactionManager(dataSource);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class WrongManager {

        @Bean(defaultCandidate = false)
        @AskrDataSource
        DataSource askrDataSource(@Value("${folder}") String folder) {
            return pool(folder, "askr.db");
        }

        @Bean
        @AskrTransactionManager
        JdbcTransactionManager transactionManager(DataSource dataSource) {
            return new JdbcTransactionManager(dataSource);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class MarkedPrimary {

        @Bean
        @Primary
        @AskrDataSource
        DataSource first(@Value("${folder}") String folder) {
            return pool(folder, "first.db");
        }

        @Bean
        DataSource second(@Value("${folder}") String folder) {
            return pool(folder, "second.db");
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Unmarked {

        @Bean
        DataSource first(@Value("${folder}") String folder) {
            return pool(folder, "first.db");
        }

        @Bean
        DataSource second(@Value("${folder}") String folder) {
            return pool(folder, "second.db");
        }
    }

    static class Service {

        private final AskrTopicPublisher topics;

        Service(AskrTopicPublisher topics) {
            this.topics = topics;
        }

        @Transactional("askrTransactionManager")
        public void publishInOurs(String payload, boolean fail) {
            publish(payload, fail);
        }

        @Transactional
        public void publishInTheirs(String payload, boolean fail) {
            publish(payload, fail);
        }

        private void publish(String payload, boolean fail) {
            topics.publish("greetings", payload);
            if (fail) {
                throw new IllegalStateException("on purpose");
            }
        }
    }
}
