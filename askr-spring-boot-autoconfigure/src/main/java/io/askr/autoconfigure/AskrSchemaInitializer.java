package io.askr.autoconfigure;

import io.askr.jdbc.Schema;
import javax.sql.DataSource;
import org.springframework.boot.jdbc.init.DataSourceScriptDatabaseInitializer;
import org.springframework.boot.sql.init.DatabaseInitializationSettings;

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
        new Schema().initialize(dataSource);
        return true;
    }
}
