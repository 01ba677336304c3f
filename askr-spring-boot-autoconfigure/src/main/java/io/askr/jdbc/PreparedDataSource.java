package io.askr.jdbc;

import javax.sql.DataSource;

/** The mark of a DataSource that {@link DataSourcePreparation} stands in front of. */
interface PreparedDataSource {

    /** Opens connections of the same database with the same settings, past the pool and the lock. */
    DataSource physical();
}
