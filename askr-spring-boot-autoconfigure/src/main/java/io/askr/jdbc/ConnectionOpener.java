package io.askr.jdbc;

import java.sql.Connection;
import java.sql.SQLException;

/** Placeholder. */
public interface ConnectionOpener {
    Connection open() throws SQLException;
}
