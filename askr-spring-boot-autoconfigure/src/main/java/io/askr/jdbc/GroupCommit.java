package io.askr.jdbc;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.springframework.dao.DataAccessResourceFailureException;
import org.sqlite.SQLiteErrorCode;

/**
 * Commits the work of several callers in one transaction. Whoever fails is told so, and the others' work, undone with it, is
 * run again without it; after a second failure, or when the commit itself fails, each runs alone. Only where a commit ends in
 * an I/O error nothing is run again: it may be stored.
 */
final class GroupCommit {

    private final WriterConnection connection;

    GroupCommit(WriterConnection connection) {
        this.connection = connection;
    }

    /** Brings each request to its end. The caller holds the {@link WriteLock}. */
    void commit(List<WriteRequest<?>> group) {
        List<WriteRequest<?>> again = attempt(attempt(group));
        for (WriteRequest<?> request : again) {
            attempt(List.of(request));
        }
    }

    /** Returns those whose work was undone through no fault of theirs. */
    private List<WriteRequest<?>> attempt(List<WriteRequest<?>> group) {
        if (group.isEmpty()) {
            return group;
        }
        long deadline = System.nanoTime() + group.get(0).left();
        try {
            OwnConnection own = connection.begin(deadline);
            List<WriteRequest<?>> again = run(own, group);
            return again.isEmpty() ? commit(own, group, deadline) : without(group, again);
        } catch (SQLException ex) {
            return lateOrFailed(group, ex);
        } catch (RuntimeException | Error ex) {
            group.forEach(request -> request.failed(ex));
            return List.of();
        } finally {
            connection.discardIfBroken();
        }
    }

    /** Returns the request that failed, if one did; all is undone then. */
    private static List<WriteRequest<?>> run(OwnConnection own, List<WriteRequest<?>> group) {
        for (WriteRequest<?> request : group) {
            try {
                request.run(own);
            } catch (RuntimeException | Error ex) {
                own.rollback(ex);
                request.failed(ex);
                return List.of(request);
            }
        }
        return List.of();
    }

    private List<WriteRequest<?>> commit(OwnConnection own, List<WriteRequest<?>> group, long deadline) {
        try {
            connection.commit(own, deadline);
        } catch (SQLException ex) {
            own.rollback(ex);
            return isUnknown(ex) ? unknown(group, ex) : notCommitted(group, ex);
        }
        group.forEach(WriteRequest::committed);
        return List.of();
    }

    private List<WriteRequest<?>> notCommitted(List<WriteRequest<?>> group, SQLException ex) {
        if (group.size() > 1) {
            return group;
        }
        group.get(0).failed(connection.translated(ex));
        return List.of();
    }

    private static List<WriteRequest<?>> unknown(List<WriteRequest<?>> group, SQLException ex) {
        group.forEach(request -> request.failed(new DataAccessResourceFailureException(
                "the commit met an I/O error; whether the data is stored is unknown: look before you write again",
                ex)));
        return List.of();
    }

    /** The first in the group was the first to come: others may have time left. */
    private List<WriteRequest<?>> lateOrFailed(List<WriteRequest<?>> group, SQLException ex) {
        List<WriteRequest<?>> again = new ArrayList<>();
        for (WriteRequest<?> request : group) {
            if (SqliteExceptionTranslator.isBusy(ex) && request.left() > 0) {
                again.add(request);
            } else {
                request.failed(connection.translated(ex));
            }
        }
        return again;
    }

    private static boolean isUnknown(SQLException ex) {
        return SqliteExceptionTranslator.primary(SqliteExceptionTranslator.code(ex)) == SQLiteErrorCode.SQLITE_IOERR;
    }

    private static List<WriteRequest<?>> without(List<WriteRequest<?>> group, List<WriteRequest<?>> failed) {
        List<WriteRequest<?>> rest = new ArrayList<>(group);
        rest.removeAll(failed);
        return rest;
    }
}
