package io.askr.jdbc;

import javax.sql.DataSource;

/**
 * The mark of a DataSource that {@link DataSourcePreparation} stands in front of. Public because the proxy is a class of the
 * DataSource's own package.
 *
 * @since 0.1.0
 */
public interface PreparedDataSource {

    /**
     * Opens connections of the same database with the same settings, past the pool and the lock.
     *
     * @return what opens them
     */
    DataSource physical();
}
