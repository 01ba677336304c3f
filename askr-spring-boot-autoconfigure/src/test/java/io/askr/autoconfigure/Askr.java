package io.askr.autoconfigure;

import java.nio.file.Path;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceInitializationAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcClientAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.boot.transaction.autoconfigure.TransactionManagerCustomizationAutoConfiguration;

/** Contexts as an application with the starter gets them. */
final class Askr {

    static final AutoConfigurations AUTO_CONFIGURATIONS = AutoConfigurations.of(
            AskrJdbcAutoConfiguration.class,
            AskrTopicsAutoConfiguration.class,
            AskrWatcherAutoConfiguration.class,
            AskrListenerAutoConfiguration.class,
            AskrMetricsAutoConfiguration.class,
            AskrHealthAutoConfiguration.class);

    static final AutoConfigurations JDBC = AutoConfigurations.of(
            DataSourceAutoConfiguration.class,
            DataSourceInitializationAutoConfiguration.class,
            DataSourceTransactionManagerAutoConfiguration.class,
            TransactionManagerCustomizationAutoConfiguration.class,
            TransactionAutoConfiguration.class,
            JdbcTemplateAutoConfiguration.class,
            JdbcClientAutoConfiguration.class,
            JacksonAutoConfiguration.class);

    static final AutoConfigurations JPA = AutoConfigurations.of(HibernateJpaAutoConfiguration.class);

    private Askr() {}

    /** An application with one SQLite file in {@code folder}. */
    static ApplicationContextRunner in(Path folder) {
        return new ApplicationContextRunner()
                .withConfiguration(JDBC)
                .withConfiguration(AUTO_CONFIGURATIONS)
                .withPropertyValues("spring.datasource.url=" + url(folder, "app.db"));
    }

    static String url(Path folder, String file) {
        return "jdbc:sqlite:" + folder.resolve(file);
    }
}
