package io.askr.jdbc;

import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * Makes an object of the current row.
 *
 * @param <T> what a row becomes
 * @since 0.1.0
 */
@FunctionalInterface
public interface RowReader<T extends @Nullable Object> {

    /**
     * Reads the row that the result stands on.
     *
     * @param row the result; must not be moved
     * @return the object
     * @throws SQLException as the driver reports it
     */
    T read(ResultSet row) throws SQLException;
}
