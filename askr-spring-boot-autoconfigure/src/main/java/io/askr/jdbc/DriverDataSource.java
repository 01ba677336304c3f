package io.askr.jdbc;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Properties;
import org.springframework.jdbc.datasource.AbstractDataSource;
import org.sqlite.JDBC;

/** SQLite's driver with a URL and properties, as a DataSource below a pool. */
final class DriverDataSource extends AbstractDataSource {

    private final String url;
    private final Properties properties;

    DriverDataSource(String url, Properties properties) {
        this.url = url;
        this.properties = properties;
        createParent(url);
    }

    @Override
    public Connection getConnection() throws SQLException {
        return Journaling.retried(() -> JDBC.createConnection(url, (Properties) properties.clone()));
    }

    @Override
    public Connection getConnection(String username, String password) throws SQLException {
        return getConnection();
    }

    /** Nobody logs in to a file; pools set it all the same. */
    @Override
    public void setLoginTimeout(int seconds) {}

    /** SQLite creates the file but not its folder, and answers "unable to open database file". */
    private static void createParent(String url) {
        String file = url.substring(JDBC.PREFIX.length()).replaceFirst("\\?.*$", "");
        if (file.isEmpty() || file.startsWith(":") || file.startsWith("file:")) {
            return;
        }
        Path parent = Path.of(file).toAbsolutePath().getParent();
        if (parent != null && !Files.exists(parent)) {
            try {
                Files.createDirectories(parent);
            } catch (IOException ex) {
                throw new UncheckedIOException(
                        "can't create the folder " + parent + " of the database in spring.datasource.url=" + url, ex);
            }
        }
    }
}
