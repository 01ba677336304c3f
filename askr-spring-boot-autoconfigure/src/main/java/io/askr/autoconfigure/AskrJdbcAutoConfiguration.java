package io.askr.autoconfigure;

import io.askr.jdbc.AskrDatabase;
import io.askr.jdbc.ConnectionOpener;
import io.askr.jdbc.Schema;
import java.time.InstantSource;
import java.util.List;
import javax.sql.DataSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.jdbc.support.JdbcTransactionManager;

/**
 * Auto-configuration of the way to the database: the DataSource, the tables, the transactions.
 *
 * @since 0.1.0
 */
@AutoConfiguration(
        after = {DataSourceAutoConfiguration.class, DataSourceTransactionManagerAutoConfiguration.class},
        afterName = "org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration")
@ConditionalOnAskr
@EnableConfigurationProperties(AskrProperties.class)
public final class AskrJdbcAutoConfiguration {

    @Bean
    static AskrDataSourcePostProcessor askrDataSourcePostProcessor(
            ConfigurableListableBeanFactory beans, ObjectProvider<AskrProperties> properties) {
        return new AskrDataSourcePostProcessor(new AskrDataSourceSelection(beans), properties);
    }

    @Bean
    @ConditionalOnMissingBean
    @ConditionalOnProperty(name = "askr.jdbc.initialize-schema", havingValue = "always", matchIfMissing = true)
    AskrSchemaInitializer askrSchemaInitializer(ConfigurableListableBeanFactory beans) {
        return new AskrSchemaInitializer(chosen(beans));
    }

    @Bean
    @ConditionalOnMissingBean
    @DependsOnDatabaseInitialization
    AskrDatabase askrDatabase(
            ConfigurableListableBeanFactory beans,
            AskrProperties properties,
            ObjectProvider<ConnectionOpener> opener,
            ObjectProvider<InstantSource> clock) {
        AskrDatabase database = AskrDatabase.open(
                chosen(beans),
                opener.getIfUnique(),
                properties.writer().settings(),
                clock.getIfUnique(InstantSource::system));
        requireTables(database);
        return database;
    }

    @Bean(name = AskrTransactionManagerSelection.OURS, defaultCandidate = false)
    @Conditional(OnAskrDataSourceAlone.class)
    JdbcTransactionManager askrTransactionManager(ConfigurableListableBeanFactory beans) {
        return new JdbcTransactionManager(chosen(beans));
    }

    @Bean
    @ConditionalOnBooleanProperty(name = "askr.sqlite.lock-on-begin", matchIfMissing = true)
    AskrWriteLockReservations askrWriteLockReservations(AskrDatabase database, ConfigurableListableBeanFactory beans) {
        return new AskrWriteLockReservations(database, new AskrTransactionManagerSelection(beans));
    }

    private static DataSource chosen(ConfigurableListableBeanFactory beans) {
        return beans.getBean(new AskrDataSourceSelection(beans).name(), DataSource.class);
    }

    private static void requireTables(AskrDatabase database) {
        List<String> missing = new Schema().missingTables(database.dataSource());
        if (!missing.isEmpty()) {
            database.close();
            throw new AskrConfigurationException(
                    "The database lacks tables of Askr's: " + String.join(", ", missing) + ".",
                    "Let Askr create them with 'askr.jdbc.initialize-schema=always', or create them with your migrations:"
                            + " the scripts for Flyway and Liquibase are in the folder io/askr/jdbc/migration of the jar.");
        }
    }
}
