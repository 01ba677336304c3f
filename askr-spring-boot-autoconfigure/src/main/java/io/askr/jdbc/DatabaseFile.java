package io.askr.jdbc;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;

/** Which file a connection stands on. */
final class DatabaseFile {

    private DatabaseFile() {}

    /** The main database's file, or empty where it is in memory or temporary. */
    static Optional<Path> of(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("select file from pragma_database_list where name = 'main'")) {
            String file = row.next() ? row.getString(1) : null;
            return file == null || file.isEmpty() ? Optional.empty() : Optional.of(real(Path.of(file)));
        }
    }

    private static Path real(Path path) {
        try {
            return path.toRealPath();
        } catch (IOException ex) {
            return path.toAbsolutePath().normalize();
        }
    }
}
