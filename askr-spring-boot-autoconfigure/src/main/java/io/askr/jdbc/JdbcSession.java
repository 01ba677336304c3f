package io.askr.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.support.SQLExceptionTranslator;

/** A {@link Session} on a connection whose statements are kept by a {@link StatementCache}. */
final class JdbcSession implements Session {

    private final StatementCache statements;
    private final SQLExceptionTranslator translator;
    private final Consumer<Runnable> afterCommit;

    JdbcSession(StatementCache statements, SQLExceptionTranslator translator, Consumer<Runnable> afterCommit) {
        this.statements = statements;
        this.translator = translator;
        this.afterCommit = afterCommit;
    }

    @Override
    public int update(Sql sql, Consumer<Params> bind) {
        return run(sql, bind, PreparedStatement::executeUpdate);
    }

    @Override
    public <T> List<T> query(Sql sql, Consumer<Params> bind, RowReader<T> row) {
        return run(sql, bind, statement -> {
            try (ResultSet result = statement.executeQuery()) {
                List<T> rows = new ArrayList<>();
                while (result.next()) {
                    rows.add(row.read(result));
                }
                return rows;
            }
        });
    }

    /** A transaction of our own is undone as a whole; one that is the caller's goes on, and needs a savepoint. */
    @Override
    public <T> T allOrNone(Supplier<T> statements) {
        Connection connection = connection();
        try {
            return connection.getAutoCommit() ? statements.get() : inSavepoint(connection, statements);
        } catch (SQLException ex) {
            RuntimeException translated = translator.translate("Askr savepoint", null, ex);
            throw translated == null ? new IllegalStateException(ex) : translated;
        }
    }

    private static <T> T inSavepoint(Connection connection, Supplier<T> statements) throws SQLException {
        Savepoint savepoint = connection.setSavepoint();
        try {
            T result = statements.get();
            connection.releaseSavepoint(savepoint);
            return result;
        } catch (RuntimeException | Error ex) {
            try {
                connection.rollback(savepoint);
            } catch (SQLException rollback) {
                ex.addSuppressed(rollback);
            }
            throw ex;
        }
    }

    @Override
    public void afterCommit(Runnable hint) {
        afterCommit.accept(hint);
    }

    @Override
    public Connection connection() {
        return statements.connection();
    }

    private <T> T run(Sql sql, Consumer<Params> bind, Execution<T> execution) {
        try {
            PreparedStatement statement = statements.get(sql);
            bind.accept(new Binding(sql, statement));
            return execution.run(statement);
        } catch (SQLException ex) {
            if (!SqliteExceptionTranslator.isHarmless(ex)) {
                statements.discard(sql);
            }
            throw translated(sql, ex);
        } catch (Binding.Failed ex) {
            statements.discard(sql);
            throw translated(sql, ex.reason);
        }
    }

    private RuntimeException translated(Sql sql, SQLException ex) {
        RuntimeException translated = translator.translate("Askr", sql.jdbc(), ex);
        return translated == null ? new IllegalStateException(ex) : translated;
    }

    private interface Execution<T> {
        T run(PreparedStatement statement) throws SQLException;
    }

    private record Binding(Sql sql, PreparedStatement statement) implements Params {

        @Override
        public Params text(String name, @Nullable String value) {
            return bind(name, index -> statement.setString(index, value));
        }

        @Override
        public Params number(String name, @Nullable Long value) {
            return bind(name, index -> {
                if (value == null) {
                    statement.setNull(index, java.sql.Types.BIGINT);
                } else {
                    statement.setLong(index, value);
                }
            });
        }

        @Override
        public Params bytes(String name, byte @Nullable [] value) {
            return bind(name, index -> statement.setBytes(index, value));
        }

        private Params bind(String name, Setter setter) {
            for (int index : sql.positions(name)) {
                try {
                    setter.set(index);
                } catch (SQLException ex) {
                    throw new Failed(ex);
                }
            }
            return this;
        }

        private interface Setter {
            void set(int index) throws SQLException;
        }

        private static final class Failed extends RuntimeException {

            private static final long serialVersionUID = 1L;

            private final SQLException reason;

            private Failed(SQLException reason) {
                super(reason);
                this.reason = reason;
            }
        }
    }
}
