package io.askr.jdbc;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.CannotAcquireLockException;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.NonTransientDataAccessResourceException;
import org.springframework.dao.PermissionDeniedDataAccessException;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.dao.TransientDataAccessResourceException;
import org.springframework.jdbc.BadSqlGrammarException;
import org.springframework.jdbc.UncategorizedSQLException;
import org.springframework.jdbc.support.SQLExceptionTranslator;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/**
 * Makes Spring's exceptions of the driver's, by SQLite's extended result code: the driver gives no SQLState, so Spring's
 * own translators can tell nothing apart.
 *
 * @see <a href="https://www.sqlite.org/rescode.html">Result and Error Codes</a>
 */
final class SqliteExceptionTranslator implements SQLExceptionTranslator {

    private static final int PRIMARY = 0xff;

    @Override
    public DataAccessException translate(String task, @Nullable String sql, SQLException ex) {
        String message = message(task, sql, ex);
        SQLiteErrorCode code = code(ex);
        if (isUnique(code)) {
            return new DuplicateKeyException(message, ex);
        }
        return switch (primary(code)) {
            case SQLITE_BUSY, SQLITE_LOCKED -> new CannotAcquireLockException(message, ex);
            case SQLITE_CONSTRAINT, SQLITE_MISMATCH, SQLITE_TOOBIG -> new DataIntegrityViolationException(message, ex);
            case SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH -> new PermissionDeniedDataAccessException(message, ex);
            case SQLITE_FULL -> new TransientDataAccessResourceException(message + " (the disk is full)", ex);
            case SQLITE_CORRUPT, SQLITE_NOTADB ->
                new NonTransientDataAccessResourceException(message + " (the file is damaged: restore it)", ex);
            case SQLITE_IOERR, SQLITE_CANTOPEN, SQLITE_PROTOCOL, SQLITE_NOMEM ->
                new DataAccessResourceFailureException(message, ex);
            case SQLITE_INTERRUPT -> new QueryTimeoutException(message, ex);
            case SQLITE_ERROR -> new BadSqlGrammarException(task, sql == null ? "" : sql, ex);
            default -> new UncategorizedSQLException(task, sql, ex);
        };
    }

    static SQLiteErrorCode code(SQLException ex) {
        for (Throwable cause = ex; cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLiteException sqlite) {
                return sqlite.getResultCode();
            }
        }
        return SQLiteErrorCode.UNKNOWN_ERROR;
    }

    static SQLiteErrorCode primary(SQLiteErrorCode code) {
        return SQLiteErrorCode.getErrorCode(code.code & PRIMARY);
    }

    static boolean isBusy(SQLException ex) {
        SQLiteErrorCode primary = primary(code(ex));
        return primary == SQLiteErrorCode.SQLITE_BUSY || primary == SQLiteErrorCode.SQLITE_LOCKED;
    }

    /** Whether a kept statement and its connection are still good after this error. */
    static boolean isHarmless(SQLException ex) {
        return switch (primary(code(ex))) {
            case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_CONSTRAINT -> true;
            default -> false;
        };
    }

    /** Whether the error says that the connection, the file or the disk is no longer what it was. */
    static boolean breaksConnection(Throwable error) {
        for (Throwable cause = error; cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLiteException sqlite) {
                return switch (primary(sqlite.getResultCode())) {
                    case SQLITE_ERROR, SQLITE_BUSY, SQLITE_LOCKED, SQLITE_CONSTRAINT, SQLITE_INTERRUPT -> false;
                    case SQLITE_MISMATCH, SQLITE_TOOBIG, SQLITE_RANGE -> false;
                    default -> true;
                };
            }
        }
        return false;
    }

    private static boolean isUnique(SQLiteErrorCode code) {
        return code == SQLiteErrorCode.SQLITE_CONSTRAINT_UNIQUE
                || code == SQLiteErrorCode.SQLITE_CONSTRAINT_PRIMARYKEY
                || code == SQLiteErrorCode.SQLITE_CONSTRAINT_ROWID;
    }

    private static String message(String task, @Nullable String sql, SQLException ex) {
        return task + "; " + ex.getMessage() + (sql == null ? "" : " [" + sql + "]");
    }
}
