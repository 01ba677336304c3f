package io.askr.autoconfigure;

import io.askr.jdbc.Schema;
import io.askr.jdbc.UnsupportedDatabaseException;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.springframework.boot.jdbc.init.DataSourceScriptDatabaseInitializer;
import org.springframework.boot.sql.init.DatabaseInitializationSettings;
import org.springframework.jdbc.CannotGetJdbcConnectionException;

/**
 * Creates and completes the tables. It is a script initializer so that whatever waits for those waits for it; the work is
 * done by {@link Schema}, because a script can't add a column only where it is missing.
 */
final class AskrSchemaInitializer extends DataSourceScriptDatabaseInitializer {

    private final DataSource dataSource;

    AskrSchemaInitializer(DataSource dataSource) {
        super(dataSource, new DatabaseInitializationSettings());
        this.dataSource = dataSource;
    }

    @Override
    public boolean initializeDatabase() {
        requireSqlite();
        new Schema().initialize(dataSource);
        return true;
    }

    private void requireSqlite() {
        try (Connection connection = dataSource.getConnection()) {
            DatabaseMetaData metaData = connection.getMetaData();
            if (!metaData.getDatabaseProductName().equalsIgnoreCase("SQLite")) {
                throw new UnsupportedDatabaseException(metaData.getDatabaseProductName(), metaData.getURL());
            }
        } catch (SQLException ex) {
            throw new CannotGetJdbcConnectionException("Askr's tables can't be created: no connection", ex);
        }
    }
}
