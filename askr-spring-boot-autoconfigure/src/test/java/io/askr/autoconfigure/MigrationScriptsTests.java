package io.askr.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.askr.jdbc.Schema;
import io.askr.topic.AskrTopicPublisher;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import liquibase.command.CommandScope;
import liquibase.command.core.UpdateCommandStep;
import liquibase.command.core.helpers.DbUrlConnectionArgumentsCommandStep;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.SimpleDriverDataSource;

/** The ready-made scripts make exactly the tables that the initializer makes. */
class MigrationScriptsTests {

    @TempDir
    Path folder;

    private DataSource dataSource;

    @BeforeEach
    void connect() {
        dataSource = new SimpleDriverDataSource(new org.sqlite.JDBC(), Askr.url(folder, "app.db"));
    }

    @Test
    void flyway() {
        Flyway.configure()
                .dataSource(dataSource)
                .locations("classpath:io/askr/jdbc/migration/flyway")
                .load()
                .migrate();
        assertThat(tables(dataSource)).isEqualTo(initialized());
        worksWithoutInitialization();
    }

    @Test
    void liquibase() throws Exception {
        new CommandScope(UpdateCommandStep.COMMAND_NAME)
                .addArgumentValue(DbUrlConnectionArgumentsCommandStep.URL_ARG, Askr.url(folder, "app.db"))
                .addArgumentValue(UpdateCommandStep.CHANGELOG_FILE_ARG, "io/askr/jdbc/migration/liquibase/askr.sql")
                .execute();
        assertThat(tables(dataSource)).isEqualTo(initialized());
        worksWithoutInitialization();
    }

    private void worksWithoutInitialization() {
        Askr.in(folder).withPropertyValues("askr.jdbc.initialize-schema=never").run(context -> assertThat(
                        context.getBean(AskrTopicPublisher.class).publish("greetings", "hello", Map.of("lang", "en")))
                .isEqualTo(1));
    }

    private List<String> initialized() {
        DataSource other = new SimpleDriverDataSource(new org.sqlite.JDBC(), Askr.url(folder, "initialized.db"));
        new Schema().initialize(other);
        List<String> tables = tables(other);
        assertThat(tables).hasSizeGreaterThanOrEqualTo(4);
        return tables;
    }

    private static List<String> tables(DataSource dataSource) {
        return new JdbcTemplate(dataSource)
                        .queryForList(
                                """
                        select type || ' ' || name || ' ' || coalesce(sql, '')
                        from sqlite_master where tbl_name like 'askr_%' order by type, name
                        """,
                                String.class)
                        .stream()
                        .map(sql -> sql.replaceAll("\\s+", " "))
                        .toList();
    }
}
