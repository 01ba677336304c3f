package io.askr.jdbc;

import com.zaxxer.hikari.HikariConfigMXBean;
import com.zaxxer.hikari.HikariDataSource;
import io.askr.jdbc.DataSourcePreparation.Settings;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.BeanUtils;
import org.springframework.beans.BeanWrapperImpl;
import org.springframework.boot.jdbc.DataSourceUnwrapper;
import org.springframework.util.ClassUtils;
import org.sqlite.SQLiteDataSource;

/** Everything that knows HikariCP, so that the rest works without it. */
final class HikariPreparation {

    private HikariPreparation() {}

    static @Nullable HikariDataSource hikari(DataSource dataSource) {
        return DataSourceUnwrapper.unwrap(dataSource, HikariConfigMXBean.class, HikariDataSource.class);
    }

    /** Puts ours below the pool. False where there is no pool, or it has started and can't be changed. */
    static boolean prepare(DataSource dataSource, DataSourcePreparation preparation) {
        HikariDataSource pool = hikari(dataSource);
        if (pool == null) {
            return false;
        }
        if (pool.getHikariPoolMXBean() != null || pool.getDataSource() instanceof WaitingDataSource) {
            return pool.getDataSource() instanceof WaitingDataSource;
        }
        if (pool.getDataSource() instanceof SQLiteDataSource below) {
            pool.setDataSource(preparation.below(below, pool.isAutoCommit()));
            return true;
        }
        String className = pool.getDataSourceClassName();
        if (className != null && pool.getDataSource() == null) {
            DataSource created = instantiate(className, pool.getDataSourceProperties());
            if (created instanceof SQLiteDataSource below) {
                pool.setDataSourceClassName(null);
                pool.setDataSource(preparation.below(below, pool.isAutoCommit()));
                return true;
            }
            return false;
        }
        Settings settings = settings(pool);
        if (settings != null && settings.isSqlite() && pool.getDataSource() == null) {
            pool.setDataSource(preparation.below(settings, pool.isAutoCommit()));
            return true;
        }
        return false;
    }

    static @Nullable Settings settings(DataSource dataSource) {
        HikariDataSource pool = hikari(dataSource);
        return pool == null || pool.getJdbcUrl() == null
                ? null
                : new Settings(pool.getJdbcUrl(), pool.getDataSourceProperties());
    }

    /** Opens physical connections with the pool's settings and its init SQL, or null where there is no pool. */
    static @Nullable ConnectionOpener opener(DataSource dataSource) {
        HikariDataSource pool = hikari(dataSource);
        if (pool == null) {
            return null;
        }
        DataSource physical = physical(pool);
        return () -> initialized(physical.getConnection(), pool.getConnectionInitSql());
    }

    private static DataSource physical(HikariDataSource pool) {
        DataSource below = pool.getDataSource();
        if (below instanceof WaitingDataSource ours) {
            return DataSources.target(ours);
        }
        if (below != null) {
            return below;
        }
        String className = pool.getDataSourceClassName();
        return className != null
                ? instantiate(className, pool.getDataSourceProperties())
                : new DriverDataSource(pool.getJdbcUrl(), pool.getDataSourceProperties());
    }

    private static Connection initialized(Connection connection, @Nullable String initSql) throws SQLException {
        if (initSql != null) {
            try (Statement statement = connection.createStatement()) {
                statement.execute(initSql);
            } catch (SQLException ex) {
                connection.close();
                throw ex;
            }
        }
        return connection;
    }

    private static DataSource instantiate(String className, Properties properties) {
        Class<?> type = ClassUtils.resolveClassName(className, HikariPreparation.class.getClassLoader());
        Object created = BeanUtils.instantiateClass(type);
        new BeanWrapperImpl(created).setPropertyValues(properties);
        return (DataSource) created;
    }
}
