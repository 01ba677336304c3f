package io.askr.jdbc;

import io.askr.jdbc.Ledger.Attempt;
import io.askr.jdbc.RandomWorker.Planned;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;

/** Connections taken from the pool by hand. Kinds begin with an 'r'. */
final class RandomRawConnections {

    static final List<String> KINDS = List.of(
            "raw commit",
            "raw rollback",
            "raw closed without an end",
            "raw back to auto-commit",
            "raw throwing",
            "raw two transactions",
            "raw only prepared",
            "raw bad SQL first");

    private final RandomizedApp app;
    private final Random random;

    RandomRawConnections(RandomizedApp app, Random random) {
        this.app = app;
        this.random = random;
    }

    void run(Attempt attempt) throws SQLException {
        try (Connection connection = app.db.dataSource.getConnection()) {
            boolean pooledAutoCommit = connection.getAutoCommit();
            if (pooledAutoCommit) {
                connection.setAutoCommit(false);
            }
            switch (attempt.what) {
                case "raw only prepared" -> connection.prepareStatement("select 1");
                case "raw bad SQL first" -> badSql(connection);
                case "raw two transactions" -> twoTransactions(connection, attempt);
                default -> oneTransaction(connection, attempt, pooledAutoCommit);
            }
            if (pooledAutoCommit && !connection.isClosed() && random.nextBoolean()) {
                connection.setAutoCommit(true);
            }
        }
        if (!attempt.committed) {
            throw new Planned();
        }
    }

    private void oneTransaction(Connection connection, Attempt attempt, boolean pooledAutoCommit) throws SQLException {
        insert(connection, attempt);
        if (random.nextBoolean()) {
            savepoint(connection, attempt);
        }
        raise(connection, attempt);
        switch (attempt.what) {
            case "raw commit" -> commit(connection, attempt);
            case "raw rollback" -> connection.rollback();
            case "raw throwing" -> throw new Planned();
            case "raw back to auto-commit" -> {
                if (pooledAutoCommit) {
                    connection.setAutoCommit(true);
                    attempt.committed = true;
                } else {
                    commit(connection, attempt);
                }
            }
            default -> leaveOpen(connection);
        }
    }

    /** The pool must roll back, before anybody else has the connection. */
    private static void leaveOpen(Connection connection) throws SQLException {
        connection.close();
    }

    /** Statements prepared before the first commit are used after it. */
    private void twoTransactions(Connection connection, Attempt attempt) throws SQLException {
        int account = random.nextInt(Ledger.ACCOUNTS);
        try (PreparedStatement look = connection.prepareStatement("select balance from account where id = " + account);
                PreparedStatement write =
                        connection.prepareStatement("update account set balance = ? where id = " + account)) {
            for (int round = 0; round < 2; round++) {
                raise(look, write);
                Attempt part = new Attempt(attempt.what);
                part.raised.put(account, 1);
                connection.commit();
                app.ledger.committed(part);
            }
        }
        attempt.committed = true;
    }

    private void raise(Connection connection, Attempt attempt) throws SQLException {
        int account = random.nextInt(Ledger.ACCOUNTS);
        try (PreparedStatement look = connection.prepareStatement("select balance from account where id = " + account);
                PreparedStatement write =
                        connection.prepareStatement("update account set balance = ? where id = " + account)) {
            raise(look, write);
            attempt.raised.merge(account, 1, Integer::sum);
        }
    }

    private void raise(PreparedStatement look, PreparedStatement write) throws SQLException {
        int balance;
        try (ResultSet row = look.executeQuery()) {
            balance = row.next() ? row.getInt(1) : -1;
        }
        LockSupport.parkNanos(random.nextInt(1_000_000));
        write.setInt(1, balance + 1);
        write.executeUpdate();
    }

    private void savepoint(Connection connection, Attempt attempt) throws SQLException {
        Savepoint savepoint = random.nextBoolean() ? connection.setSavepoint() : connection.setSavepoint("here");
        Attempt inner = new Attempt("savepoint");
        insert(connection, inner);
        if (random.nextBoolean()) {
            connection.rollback(savepoint);
            attempt.undo(inner);
        } else {
            connection.releaseSavepoint(savepoint);
            attempt.keep(inner);
        }
    }

    private void insert(Connection connection, Attempt attempt) throws SQLException {
        long id = app.ledger.nextId();
        attempt.written.add(id);
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate("insert into entry (id, account) values (" + id + ", 3)");
        }
    }

    private static void badSql(Connection connection) {
        try (PreparedStatement statement = connection.prepareStatement("this is no SQL")) {
            throw new AssertionError("a wrong statement was prepared: " + statement);
        } catch (SQLException expected) {
            if (!String.valueOf(expected.getMessage()).contains("syntax error")) {
                throw new IllegalStateException(expected);
            }
        }
    }

    private static void commit(Connection connection, Attempt attempt) throws SQLException {
        connection.commit();
        attempt.committed = true;
    }
}
