package io.askr.jdbc;

import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.Advisor;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.aop.support.AopUtils;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.datasource.SimpleDriverDataSource;
import org.springframework.util.ClassUtils;
import org.sqlite.SQLiteDataSource;

/** What stands behind a DataSource's proxies. */
final class DataSources {

    private static final boolean HIKARI =
            ClassUtils.isPresent("com.zaxxer.hikari.HikariDataSource", DataSources.class.getClassLoader());

    private DataSources() {}

    /** The DataSource behind delegates and proxies, which tells whether two of them are one. */
    static DataSource innermost(DataSource dataSource) {
        DataSource current = dataSource;
        for (DataSource next = behind(current); next != null; next = behind(current)) {
            current = next;
        }
        return current;
    }

    private static @Nullable DataSource behind(DataSource dataSource) {
        if (AopUtils.isAopProxy(dataSource)
                && AopProxyUtils.getSingletonTarget(dataSource) instanceof DataSource target) {
            return target;
        }
        return dataSource instanceof DelegatingDataSource delegating ? delegating.getTargetDataSource() : null;
    }

    static DataSource target(DelegatingDataSource delegating) {
        DataSource target = delegating.getTargetDataSource();
        return target == null ? delegating : target;
    }

    static @Nullable LockingAdvice prepared(DataSource dataSource) {
        for (DataSource current = dataSource; current != null; current = behind(current)) {
            if (current instanceof Advised advised) {
                for (Advisor advisor : advised.getAdvisors()) {
                    if (advisor.getAdvice() instanceof LockingAdvice ours) {
                        return ours;
                    }
                }
            }
        }
        return null;
    }

    /** How to open connections beside the application's, and how many of them it can spare. */
    static Opening opening(DataSource dataSource) {
        LockingAdvice prepared = prepared(dataSource);
        if (prepared != null) {
            return new Opening(prepared.physical()::getConnection, false);
        }
        ConnectionOpener opener = HIKARI ? HikariPreparation.opener(dataSource) : null;
        if (opener != null) {
            return new Opening(opener, false);
        }
        DataSource target = innermost(dataSource);
        boolean opensEachTime = target instanceof SQLiteDataSource
                || target instanceof SimpleDriverDataSource
                || target instanceof DriverManagerDataSource;
        return new Opening(target::getConnection, !opensEachTime);
    }

    /** An opener; {@code pooled}: its connections are taken from the application's pool. */
    record Opening(ConnectionOpener opener, boolean pooled) {}
}
