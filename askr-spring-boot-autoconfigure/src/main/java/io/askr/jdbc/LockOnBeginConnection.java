package io.askr.jdbc;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.support.JdbcUtils;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.sqlite.SQLiteConnection;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/**
 * A driver's connection whose writing transactions take SQLite's write lock when they begin: first this process's
 * {@link WriteLock}, then SQLite's own by a statement that changes nothing. A transaction begins with {@code
 * setAutoCommit(false)}, or with the first statement executed after a commit, a rollback, or the opening of a connection that a
 * pool keeps out of auto-commit. It ends with commit, rollback, {@code setAutoCommit(true)}, {@code close} or {@code
 * abort}; on each the lock is released, whatever the driver answers.
 *
 * <p>The lock is not taken for read-only transactions, nor for statements in the completion phase of a Spring
 * transaction, which only read.
 */
final class LockOnBeginConnection implements InvocationHandler {

    private static final String TAKE_LOCK = "delete from askr_subscribers where 0";

    private final Connection target;
    private final WriteLock lock;
    private final SlowTransactions slow;
    private final boolean beginsWithStatement;
    private final Duration busyTimeout;

    private WriteLock.@Nullable Place place;
    private @Nullable PreparedStatement takeLock;
    private boolean readOnly;
    private boolean beginPending;

    private LockOnBeginConnection(
            Connection target,
            WriteLock lock,
            SlowTransactions slow,
            boolean beginsWithStatement,
            Duration busyTimeout) {
        this.target = target;
        this.lock = lock;
        this.slow = slow;
        this.beginsWithStatement = beginsWithStatement;
        this.busyTimeout = busyTimeout;
    }

    /**
     * Wraps a connection.
     *
     * @param target the driver's connection, in auto-commit
     * @param lock the queue of its file
     * @param slow told of long holds
     * @param beginsWithStatement whether the pool switches auto-commit off once, when it opens a connection
     * @return the connection to hand to the pool
     * @throws SQLException if the driver doesn't tell its busy timeout
     */
    static Connection wrap(Connection target, WriteLock lock, SlowTransactions slow, boolean beginsWithStatement)
            throws SQLException {
        Duration busyTimeout =
                Duration.ofMillis(target.unwrap(SQLiteConnection.class).getBusyTimeout());
        return (Connection) Proxy.newProxyInstance(
                LockOnBeginConnection.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                new LockOnBeginConnection(target, lock, slow, beginsWithStatement, busyTimeout));
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] args) throws Throwable {
        switch (method.getName()) {
            case "setAutoCommit" -> setAutoCommit(Boolean.TRUE.equals(only(args)));
            case "setReadOnly" -> readOnly = Boolean.TRUE.equals(only(args));
            case "isReadOnly" -> {
                return readOnly || target.isReadOnly();
            }
            case "commit" -> commit();
            case "rollback" -> {
                if (args != null && args.length > 0) {
                    return forward(method, args);
                }
                rollback();
            }
            case "close", "abort" -> {
                try {
                    JdbcUtils.closeStatement(takeLock);
                    return forward(method, args);
                } finally {
                    ended();
                }
            }
            case "createStatement", "prepareStatement", "prepareCall" -> {
                return beginning((Statement) Objects.requireNonNull(forward(method, args)), method.getReturnType());
            }
            case "equals" -> {
                return proxy == only(args);
            }
            case "hashCode" -> {
                return System.identityHashCode(proxy);
            }
            case "toString" -> {
                return "LockOnBeginConnection[" + target + "]";
            }
            case "unwrap" -> {
                return only(args) instanceof Class<?> type && type.isInstance(proxy) ? proxy : forward(method, args);
            }
            default -> {
                return forward(method, args);
            }
        }
        return null;
    }

    private void setAutoCommit(boolean on) throws SQLException {
        if (on) {
            try {
                target.setAutoCommit(true);
            } finally {
                ended();
                beginPending = false;
            }
        } else if (target.getAutoCommit()) {
            if (beginsWithStatement || readOnly) {
                target.setAutoCommit(false);
                beginPending = true;
            } else {
                begin(() -> target.setAutoCommit(false));
            }
        }
    }

    private void beginIfPending() throws SQLException {
        if (beginPending && !readOnly && !isCompleting()) {
            begin(() -> {});
        }
    }

    /** Spring has completed the transaction on this thread and runs its callbacks. */
    private static boolean isCompleting() {
        return TransactionSynchronizationManager.isActualTransactionActive()
                && (!TransactionSynchronizationManager.isSynchronizationActive() || Committing.isMarked());
    }

    /** A statement that is prepared before a transaction, or never executed, begins none. */
    private Object beginning(Statement statement, Class<?> type) {
        return Proxy.newProxyInstance(
                LockOnBeginConnection.class.getClassLoader(), new Class<?>[] {type}, (proxy, method, args) -> {
                    if (method.getName().startsWith("execute")) {
                        beginIfPending();
                    }
                    return method.getName().equals("equals")
                            ? Boolean.valueOf(proxy == only(args))
                            : forward(statement, method, args);
                });
    }

    private void begin(Step switchOff) throws SQLException {
        place = acquire();
        try {
            switchOff.run();
            takeLock();
            beginPending = false;
        } catch (SQLException | RuntimeException ex) {
            undo(ex);
            throw ex;
        }
    }

    private WriteLock.Place acquire() throws SQLException {
        try {
            return lock.acquireWithConnection(busyTimeout);
        } catch (WriteLockTimeoutException ex) {
            SQLiteException busy = new SQLiteException(ex.getMessage(), SQLiteErrorCode.SQLITE_BUSY);
            busy.initCause(ex);
            throw busy;
        }
    }

    private void undo(Exception first) {
        try {
            if (beginsWithStatement) {
                target.rollback();
                beginPending = true;
            } else {
                target.setAutoCommit(true);
            }
        } catch (SQLException ex) {
            first.addSuppressed(ex);
        } finally {
            ended();
        }
    }

    private void takeLock() throws SQLException {
        PreparedStatement statement = takeLock;
        if (statement == null) {
            statement = prepareTakeLock();
            if (statement == null) {
                return;
            }
        }
        try {
            statement.executeUpdate();
            takeLock = statement;
        } catch (SQLException ex) {
            if (SqliteExceptionTranslator.isHarmless(ex)) {
                takeLock = statement;
            } else {
                takeLock = null;
                JdbcUtils.closeStatement(statement);
            }
            throw ex;
        }
    }

    /** Null while the file has no tables of ours: then nobody of ours writes, and only the queue is needed. */
    private @Nullable PreparedStatement prepareTakeLock() throws SQLException {
        try {
            return target.prepareStatement(TAKE_LOCK);
        } catch (SQLException ex) {
            if (SqliteExceptionTranslator.code(ex) == SQLiteErrorCode.SQLITE_ERROR) {
                return null;
            }
            throw ex;
        }
    }

    private void commit() throws SQLException {
        try {
            target.commit();
        } catch (SQLException ex) {
            rollbackAfter(ex);
            throw ex;
        } finally {
            ended();
            beginPending = true;
        }
    }

    /** A commit that failed must not come true later, when auto-commit is switched on again. */
    private void rollbackAfter(SQLException first) {
        try {
            target.rollback();
        } catch (SQLException ex) {
            first.addSuppressed(ex);
        }
    }

    private void rollback() throws SQLException {
        try {
            target.rollback();
        } finally {
            ended();
            beginPending = true;
        }
    }

    private void ended() {
        WriteLock.Place held = place;
        place = null;
        if (held != null) {
            Duration heldFor = held.heldFor();
            held.close();
            slow.ended(heldFor);
        }
    }

    private @Nullable Object forward(Method method, Object @Nullable [] args) throws Throwable {
        return forward(target, method, args);
    }

    private static @Nullable Object forward(Object target, Method method, Object @Nullable [] args) throws Throwable {
        try {
            return method.invoke(target, args);
        } catch (InvocationTargetException ex) {
            throw ex.getTargetException();
        }
    }

    private static @Nullable Object only(Object @Nullable [] args) {
        return args == null || args.length == 0 ? null : args[0];
    }

    private interface Step {
        void run() throws SQLException;
    }
}
