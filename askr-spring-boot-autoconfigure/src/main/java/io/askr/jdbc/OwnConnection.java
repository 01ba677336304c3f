package io.askr.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.support.JdbcUtils;

/** A connection that we opened and keep, in auto-commit, with its prepared statements; begin and commit are SQL. */
final class OwnConnection implements AutoCloseable {

    private final Connection connection;
    private final StatementCache statements;
    private final Dialect dialect;
    private boolean broken;

    private OwnConnection(Connection connection, Dialect dialect) {
        this.connection = connection;
        this.statements = new StatementCache(connection);
        this.dialect = dialect;
    }

    static OwnConnection open(ConnectionOpener opener, Dialect dialect) {
        try {
            Connection connection = opener.open();
            if (!connection.getAutoCommit()) {
                connection.setAutoCommit(true);
            }
            return new OwnConnection(connection, dialect);
        } catch (SQLException ex) {
            throw translated(dialect, "open a connection", ex);
        }
    }

    Connection connection() {
        return connection;
    }

    Session session(Consumer<Runnable> afterCommit) {
        return new JdbcSession(statements, dialect.exceptions(), afterCommit);
    }

    void execute(Sql sql) throws SQLException {
        try {
            statements.get(sql).execute();
        } catch (SQLException ex) {
            if (!SqliteExceptionTranslator.isHarmless(ex)) {
                broken = true;
            }
            throw ex;
        }
    }

    /** Undoes what was begun. When that fails too, the first error stays the one that is thrown. */
    void rollback(Throwable first) {
        broken |= SqliteExceptionTranslator.breaksConnection(first);
        try {
            statements.get(SqliteDialect.ROLLBACK).execute();
        } catch (SQLException ex) {
            broken = true;
            first.addSuppressed(ex);
        }
    }

    /** Whether it must not be used again. */
    boolean isBroken() {
        return broken;
    }

    RuntimeException translated(String task, SQLException ex) {
        return translated(dialect, task, ex);
    }

    static RuntimeException translated(Dialect dialect, String task, SQLException ex) {
        @Nullable RuntimeException translated = dialect.exceptions().translate(task, null, ex);
        return translated == null ? new IllegalStateException(ex) : translated;
    }

    @Override
    public void close() {
        statements.close();
        JdbcUtils.closeConnection(connection);
    }
}
