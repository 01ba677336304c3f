package io.askr.listener;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.NonTransientDataAccessResourceException;
import org.springframework.dao.PermissionDeniedDataAccessException;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.jdbc.support.SQLExceptionTranslator;

/**
 * Tells apart why a commit failed after a handler had returned: by what the handler had left for the commit, such as a row
 * that breaks a constraint when it is flushed, or by a database that is busy, full or gone.
 */
final class CommitFailures {

    private final SQLExceptionTranslator translator;

    CommitFailures(SQLExceptionTranslator translator) {
        this.translator = translator;
    }

    boolean isDatabase(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException sql) {
                return isResource(translator.translate("commit", null, sql));
            }
        }
        return false;
    }

    private static boolean isResource(@Nullable DataAccessException failure) {
        return failure instanceof TransientDataAccessException
                || failure instanceof NonTransientDataAccessResourceException
                || failure instanceof PermissionDeniedDataAccessException;
    }
}
