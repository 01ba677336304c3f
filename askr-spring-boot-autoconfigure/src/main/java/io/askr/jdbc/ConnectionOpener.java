package io.askr.jdbc;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * Opens connections of our own (the writer's, the readers', the watcher's) to the same database and with the same settings
 * as the application's {@link javax.sql.DataSource}. The usual pools need none; an application with a DataSource of another
 * kind may declare a bean of this type.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface ConnectionOpener {

    /**
     * Opens a connection in auto-commit, which the caller keeps and closes.
     *
     * @return a new connection
     * @throws SQLException as the driver reports it
     */
    Connection open() throws SQLException;
}
