package io.askr.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collections;
import java.util.Properties;
import java.util.Set;
import java.util.WeakHashMap;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.sqlite.SQLiteConnection;

/** Sets what the application left open on each physical connection of a DataSource whose opening is out of reach. */
final class DefaultingDataSource extends DelegatingDataSource {

    private final Properties missing = new Properties();
    private final Set<SQLiteConnection> done =
            Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

    DefaultingDataSource(DataSource target, DataSourcePreparation.Settings settings) {
        super(target);
        missing.putAll(SqliteDefaults.complete(settings.url(), settings.properties()));
        settings.properties().stringPropertyNames().forEach(missing::remove);
    }

    @Override
    public Connection getConnection() throws SQLException {
        return Journaling.retried(() -> complete(super.getConnection()));
    }

    @Override
    public Connection getConnection(String username, String password) throws SQLException {
        return Journaling.retried(() -> complete(super.getConnection(username, password)));
    }

    private Connection complete(Connection connection) throws SQLException {
        SQLiteConnection physical = connection.unwrap(SQLiteConnection.class);
        if (missing.isEmpty() || done.contains(physical)) {
            return connection;
        }
        try (Statement statement = connection.createStatement()) {
            for (String name : missing.stringPropertyNames()) {
                statement.execute("pragma " + name + " = " + missing.getProperty(name));
            }
            done.add(physical);
            return connection;
        } catch (SQLException ex) {
            connection.close();
            throw ex;
        }
    }
}
