package io.askr.jdbc;

import java.lang.reflect.Modifier;
import java.time.Duration;
import java.util.Properties;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.jdbc.datasource.AbstractDriverBasedDataSource;
import org.springframework.util.ClassUtils;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteDataSource;

/**
 * Makes an application's DataSource take SQLite's write lock when a writing transaction begins, and fills in SQLite
 * settings that the application left open. Below a Hikari pool that has not started; in front of any other DataSource, as a
 * proxy of the same class. A DataSource of another database is left as it is.
 *
 * @since 0.1.0
 */
public final class DataSourcePreparation {

    private static final Logger log = LoggerFactory.getLogger(DataSourcePreparation.class);

    private static final boolean HIKARI =
            ClassUtils.isPresent("com.zaxxer.hikari.HikariDataSource", DataSourcePreparation.class.getClassLoader());

    private final boolean lockOnBegin;
    private final boolean applyDefaults;
    private final SlowTransactions slow;

    /**
     * A preparation.
     *
     * @param lockOnBegin whether writing transactions take the write lock when they begin; else they queue for it at the
     *     first BUSY
     * @param applyDefaults whether to fill in settings
     * @param slowTransaction how long a transaction may hold the lock before a warning
     */
    public DataSourcePreparation(boolean lockOnBegin, boolean applyDefaults, Duration slowTransaction) {
        this.lockOnBegin = lockOnBegin;
        this.applyDefaults = applyDefaults;
        this.slow = new SlowTransactions(slowTransaction);
    }

    /**
     * Prepares a DataSource before its first connection is opened.
     *
     * @param dataSource the application's
     * @return the same object, or a proxy of its class
     */
    public DataSource prepare(DataSource dataSource) {
        if (HIKARI && HikariPreparation.prepare(dataSource, this)) {
            return dataSource;
        }
        Settings settings = HIKARI ? HikariPreparation.settings(dataSource) : null;
        if (settings == null) {
            settings = settings(DataSources.innermost(dataSource));
        }
        if (settings == null || !settings.isSqlite() || DataSources.prepared(dataSource) != null) {
            return dataSource;
        }
        return inFront(dataSource, settings);
    }

    /** What goes below a pool that would open its connections with these settings. */
    DataSource below(Settings settings, boolean autoCommit) {
        return wrap(new DriverDataSource(settings.url(), properties(settings)), autoCommit);
    }

    private Properties properties(Settings settings) {
        return applyDefaults ? SqliteDefaults.complete(settings.url(), settings.properties()) : settings.properties();
    }

    /** What goes below a pool that would take its connections from this DataSource. */
    DataSource below(SQLiteDataSource physical, boolean autoCommit) {
        return wrap(applyDefaults ? new DefaultingDataSource(physical, settings(physical)) : physical, autoCommit);
    }

    private DataSource wrap(DataSource physical, boolean autoCommit) {
        return lockOnBegin
                ? new LockOnBeginDataSource(physical, slow, !autoCommit)
                : new QueueOnBusyDataSource(physical);
    }

    private static Settings settings(DataSource target) {
        if (target instanceof SQLiteDataSource sqlite) {
            return new Settings(sqlite.getUrl(), changed(sqlite.getConfig()));
        }
        if (target instanceof AbstractDriverBasedDataSource driver && driver.getUrl() != null) {
            Properties properties = driver.getConnectionProperties();
            return new Settings(driver.getUrl(), properties == null ? new Properties() : properties);
        }
        return new Settings("", new Properties());
    }

    /** What the application has set: a configuration spells its defaults out too. */
    private static Properties changed(SQLiteConfig config) {
        Properties properties = config.toProperties();
        properties.entrySet().removeAll(new SQLiteConfig().toProperties().entrySet());
        return properties;
    }

    private DataSource inFront(DataSource dataSource, Settings settings) {
        if (Modifier.isFinal(dataSource.getClass().getModifiers())) {
            log.warn(
                    "{} is a final class: askr.sqlite.lock-on-begin and apply-defaults have no effect on it. Use HikariCP",
                    dataSource.getClass().getName());
            return dataSource;
        }
        DataSource defaulted = applyDefaults ? new DefaultingDataSource(dataSource, settings) : dataSource;
        DataSource wrapped = wrap(defaulted, true);
        DataSource physical = HIKARI && HikariPreparation.hikari(dataSource) != null
                ? new DriverDataSource(settings.url(), properties(settings))
                : defaulted;
        ProxyFactory factory = new ProxyFactory(dataSource);
        factory.setProxyTargetClass(true);
        factory.addAdvice(new LockingAdvice(wrapped, physical));
        return (DataSource) factory.getProxy(dataSource.getClass().getClassLoader());
    }

    /** Where a DataSource connects to, and with what. */
    record Settings(String url, Properties properties) {

        boolean isSqlite() {
            return url.startsWith("jdbc:sqlite:");
        }
    }
}
