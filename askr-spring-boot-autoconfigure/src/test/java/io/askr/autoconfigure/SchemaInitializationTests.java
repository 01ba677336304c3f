package io.askr.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.askr.jdbc.Schema;
import io.askr.topic.AskrTopicPublisher;
import java.nio.file.Path;
import java.util.Map;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.jdbc.init.DataSourceScriptDatabaseInitializer;
import org.springframework.boot.sql.init.DatabaseInitializationSettings;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.SimpleDriverDataSource;

@ExtendWith(OutputCaptureExtension.class)
class SchemaInitializationTests {

    private static final String BARE =
            """
            create table askr_events (
              seq integer primary key autoincrement, channel text not null, payload blob not null,
              created_at integer not null default (unixepoch()));
            create index askr_events_chan on askr_events (channel, seq);
            create table askr_subscribers (
              name text primary key, cursor integer not null default 0,
              updated_at integer not null default (unixepoch()));
            create table askr_failed_jobs (
              id integer primary key autoincrement, uuid text, queue text not null, payload blob not null,
              exception text, attempts integer not null, failed_at integer not null default (unixepoch()));
            """;

    @TempDir
    Path folder;

    @Test
    void createsTheTables() {
        Askr.in(folder).run(context -> {
            assertThat(context).hasNotFailed();
            assertThat(new Schema().missingTables(context.getBean(DataSource.class)))
                    .isEmpty();
        });
    }

    @Test
    void completesTablesOfAnotherProgram() {
        createBareTables();
        Askr.in(folder).run(context -> {
            assertThat(context).hasNotFailed();
            context.getBean(AskrTopicPublisher.class).publish("greetings", "hello", Map.of("lang", "en"));
        });
    }

    @Test
    void usesTablesOfAnotherProgramAsTheyAre(CapturedOutput output) {
        createBareTables();
        Askr.in(folder).withPropertyValues("askr.jdbc.initialize-schema=never").run(context -> {
            assertThat(context).hasNotFailed();
            context.getBean(AskrTopicPublisher.class).publish("greetings", "hello");
            assertThat(output).containsOnlyOnce("Switched off: headers on events (askr_events.headers)");
        });
    }

    @Test
    void failsWithoutTablesWhereItMayNotCreateThem() {
        Askr.in(folder).withPropertyValues("askr.jdbc.initialize-schema=never").run(context -> assertThat(context)
                .getFailure()
                .rootCause()
                .isInstanceOf(AskrConfigurationException.class)
                .hasMessageContaining("askr_events, askr_failed_jobs, askr_subscribers"));
    }

    @Test
    void waitsForTheApplicationsOwnScripts() {
        Askr.in(folder)
                .withUserConfiguration(OwnScripts.class)
                .withPropertyValues("askr.jdbc.initialize-schema=never")
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    context.getBean(AskrTopicPublisher.class).publish("greetings", "hello");
                });
    }

    @Test
    void refusesEmbedded() {
        Askr.in(folder)
                .withPropertyValues("askr.jdbc.initialize-schema=embedded")
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .hasMessageContaining("SchemaInitialization.embedded"));
    }

    private void createBareTables() {
        JdbcTemplate jdbc =
                new JdbcTemplate(new SimpleDriverDataSource(new org.sqlite.JDBC(), Askr.url(folder, "app.db")));
        for (String statement : BARE.split(";")) {
            if (!statement.isBlank()) {
                jdbc.execute(statement);
            }
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnScripts {

        @Bean
        DataSourceScriptDatabaseInitializer zzzOwnScripts(DataSource dataSource) {
            DatabaseInitializationSettings settings = new DatabaseInitializationSettings();
            settings.setSchemaLocations(java.util.List.of("classpath:io/askr/jdbc/schema-sqlite.sql"));
            settings.setMode(org.springframework.boot.sql.init.DatabaseInitializationMode.ALWAYS);
            return new DataSourceScriptDatabaseInitializer(dataSource, settings);
        }
    }
}
