package io.askr.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.askr.listener.AckMode;
import io.askr.listener.AskrListener;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.util.concurrent.CompletableFuture;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.datasource.AbstractDataSource;
import org.springframework.transaction.annotation.Transactional;

/** Starts that really fail, and what the user then reads. */
@ExtendWith(OutputCaptureExtension.class)
class FailureAnalysisTests {

    @TempDir
    Path folder;

    @Test
    void noDataSource(CapturedOutput output) {
        fail(Starter.class);
        assertThat(output)
                .contains("APPLICATION FAILED TO START")
                .contains("Askr needs a DataSource")
                .contains("Set 'spring.datasource.url', for example to 'jdbc:sqlite:app.db'");
    }

    @Test
    void unsupportedDatabase(CapturedOutput output) {
        fail(Postgres.class);
        assertThat(output)
                .contains("APPLICATION FAILED TO START")
                .contains("Askr runs on SQLite, and the DataSource leads to PostgreSQL (jdbc:postgresql://db/app)")
                .contains("mark that with @AskrDataSource");
    }

    @Test
    void unsupportedDatabaseWithoutInitialization(CapturedOutput output) {
        fail(Postgres.class, "askr.jdbc.initialize-schema=never");
        assertThat(output).contains("Askr runs on SQLite, and the DataSource leads to PostgreSQL");
    }

    @Test
    void missingTables(CapturedOutput output) {
        fail(WithDataSource.class, "askr.jdbc.initialize-schema=never");
        assertThat(output)
                .contains("APPLICATION FAILED TO START")
                .contains("The database lacks tables of Askr's: askr_events, askr_failed_jobs, askr_subscribers.")
                .contains("'askr.jdbc.initialize-schema=always'");
    }

    @Test
    void embeddedInitialization(CapturedOutput output) {
        fail(WithDataSource.class, "askr.jdbc.initialize-schema=embedded");
        assertThat(output)
                .contains("APPLICATION FAILED TO START")
                .contains("askr.jdbc.initialize-schema")
                .contains("embedded")
                .contains("ALWAYS")
                .contains("NEVER");
    }

    @Test
    void listenerWithABadSignature(CapturedOutput output) {
        fail(BadSignature.class);
        assertThat(output).contains("APPLICATION FAILED TO START").contains("BadSignature$Bad.on(");
    }

    @Test
    void listenerWithRefusedTransactionAttributes(CapturedOutput output) {
        fail(ReadOnly.class);
        assertThat(output)
                .contains("APPLICATION FAILED TO START")
                .contains("ReadOnly$Reader.on(")
                .contains("readOnly = true");
    }

    @Test
    void oneSubscriberNameTwice(CapturedOutput output) {
        fail(Twice.class);
        assertThat(output).contains("APPLICATION FAILED TO START").contains("dashboard");
    }

    private void fail(Class<?> application, String... properties) {
        try (ConfigurableApplicationContext context = new SpringApplicationBuilder(application)
                .web(WebApplicationType.NONE)
                .properties("spring.datasource.url=" + Askr.url(folder, "app.db"))
                .properties(properties)
                .run()) {
            assertThat(context).as("a start that had to fail").isNull();
        } catch (RuntimeException expected) {
            assertThat(expected).isNotNull();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({
        AskrJdbcAutoConfiguration.class,
        AskrTopicsAutoConfiguration.class,
        AskrWatcherAutoConfiguration.class,
        AskrListenerAutoConfiguration.class,
        JacksonAutoConfiguration.class
    })
    static class Starter {}

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({
        DataSourceAutoConfiguration.class,
        DataSourceTransactionManagerAutoConfiguration.class,
        TransactionAutoConfiguration.class
    })
    static class WithDataSource extends Starter {}

    @Configuration(proxyBeanMethods = false)
    static class Postgres extends Starter {

        @Bean
        DataSource dataSource() {
            DatabaseMetaData metaData = answering(
                    DatabaseMetaData.class,
                    "getDatabaseProductName",
                    "PostgreSQL",
                    "getURL",
                    "jdbc:postgresql://db/app");
            Connection connection =
                    answering(Connection.class, "getMetaData", metaData, "getAutoCommit", true, "isClosed", false);
            return new AbstractDataSource() {
                @Override
                public Connection getConnection() {
                    return connection;
                }

                @Override
                public Connection getConnection(String username, String password) {
                    return connection;
                }
            };
        }

        private static <T> T answering(Class<T> type, Object... answers) {
            return type.cast(
                    Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                        for (int i = 0; i < answers.length; i += 2) {
                            if (method.getName().equals(answers[i])) {
                                return answers[i + 1];
                            }
                        }
                        if (method.getReturnType() == void.class) {
                            return null;
                        }
                        throw new UnsupportedOperationException(method.toString());
                    }));
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class BadSignature extends WithDataSource {

        @Bean
        Bad bad() {
            return new Bad();
        }

        static class Bad {

            @AskrListener(topics = "orders", subscriber = "dashboard")
            public CompletableFuture<Void> on(String order) {
                return CompletableFuture.completedFuture(null);
            }
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class ReadOnly extends WithDataSource {

        @Bean
        Reader reader() {
            return new Reader();
        }

        static class Reader {

            @Transactional(readOnly = true)
            @AskrListener(topics = "orders", subscriber = "dashboard", ackMode = AckMode.TRANSACTION)
            public void on(String order) {}
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Twice extends WithDataSource {

        @Bean
        Two two() {
            return new Two();
        }

        static class Two {

            @AskrListener(topics = "orders", subscriber = "dashboard")
            public void on(String order) {}

            @AskrListener(topics = "invoices", subscriber = "dashboard")
            public void onInvoice(String invoice) {}
        }
    }
}
