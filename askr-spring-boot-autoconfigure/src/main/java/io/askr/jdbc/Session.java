package io.askr.jdbc;

import java.sql.Connection;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Statements on one connection, inside the transaction that {@link AskrDatabase} found or began. Valid only during the
 * call it was handed to. Errors come out as Spring's {@link org.springframework.dao.DataAccessException}s.
 *
 * @since 0.1.0
 */
public interface Session {

    /**
     * Runs a statement that returns no rows.
     *
     * @param sql the statement
     * @param bind binds every parameter
     * @return how many rows it changed
     */
    int update(Sql sql, Consumer<Params> bind);

    /**
     * Runs a statement that returns rows, {@code returning} included, and reads all of them.
     *
     * @param sql the statement
     * @param bind binds every parameter
     * @param row reads one row
     * @param <T> what a row becomes
     * @return the rows, in the result's order
     */
    <T> List<T> query(Sql sql, Consumer<Params> bind, RowReader<T> row);

    /**
     * Like {@link #query}, for the first row.
     *
     * @param sql the statement
     * @param bind binds every parameter
     * @param row reads the row
     * @param <T> what the row becomes
     * @return the first row, if there is one
     */
    default <T> Optional<T> first(Sql sql, Consumer<Params> bind, RowReader<T> row) {
        List<T> rows = query(sql, bind, row);
        return rows.isEmpty() ? Optional.empty() : Optional.of(rows.get(0));
    }

    /**
     * Runs several statements of which all are kept or none, also where a caller catches the error and commits.
     *
     * @param statements runs them by this session
     * @param <T> what it returns
     * @return what the statements returned
     */
    <T> T allOrNone(Supplier<T> statements);

    /**
     * Runs {@code hint} in memory once the surrounding transaction has completed, never when it was rolled back. In the
     * caller's transaction the outcome may be unknown; a write outside of one runs it only when it is certainly committed. It
     * must not touch the database and must not throw.
     *
     * @param hint what to do
     */
    void afterCommit(Runnable hint);

    /**
     * The connection, for what statements with parameters can't do.
     *
     * @return the connection; must not be closed, committed or rolled back
     */
    Connection connection();
}
