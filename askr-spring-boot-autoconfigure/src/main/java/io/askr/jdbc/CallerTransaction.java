package io.askr.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.function.Function;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.datasource.ConnectionHolder;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * The transaction that a call finds on its thread. It is joined where synchronization is active and it has bound a
 * connection of our DataSource, out of auto-commit; whoever began it. Not once it is being committed: a callback would join what
 * nobody commits any more.
 */
final class CallerTransaction {

    private static final Logger log = LoggerFactory.getLogger(CallerTransaction.class);

    private final DataSource dataSource;
    private final DataSource innermost;
    private final Dialect dialect;
    private final CallSites outsiders = new CallSites();

    CallerTransaction(DataSource dataSource, Dialect dialect) {
        this.dataSource = dataSource;
        this.innermost = DataSources.innermost(dataSource);
        this.dialect = dialect;
    }

    boolean isPresent() {
        return key() != null;
    }

    boolean isReadOnly() {
        return key() != null && TransactionSynchronizationManager.isCurrentTransactionReadOnly();
    }

    /** Runs work on the transaction's connection. Only where {@link #isPresent}. */
    <T extends @Nullable Object> T join(Function<Session, T> work) {
        DataSource key = key();
        if (key == null) {
            throw new IllegalStateException("there is no transaction to join");
        }
        StatementCache statements = new StatementCache(DataSourceUtils.getConnection(key));
        try (statements) {
            return work.apply(new JdbcSession(statements, dialect.exceptions(), CallerTransaction::afterCommit));
        } finally {
            DataSourceUtils.releaseConnection(statements.connection(), key);
        }
    }

    /** Warns of a write that a transaction of another DataSource neither commits nor rolls back. */
    void warnOfAnother() {
        if (TransactionSynchronizationManager.isSynchronizationActive()
                && TransactionSynchronizationManager.isActualTransactionActive()
                && boundKey() == null) {
            outsiders
                    .first()
                    .ifPresent(place -> log.warn(
                            "A write is made inside a transaction of another DataSource, and commits by itself, whatever"
                                    + " becomes of that transaction: {}. Use the transaction manager of Askr's DataSource"
                                    + " there (logged once for each place)",
                            place));
        }
    }

    private @Nullable DataSource key() {
        if (!TransactionSynchronizationManager.isSynchronizationActive()
                || !TransactionSynchronizationManager.isActualTransactionActive()
                || Committing.isMarked()) {
            return null;
        }
        DataSource key = boundKey();
        return key != null && isInTransaction(key) ? key : null;
    }

    private @Nullable DataSource boundKey() {
        if (TransactionSynchronizationManager.getResource(dataSource) instanceof ConnectionHolder) {
            return dataSource;
        }
        for (Map.Entry<Object, Object> resource :
                TransactionSynchronizationManager.getResourceMap().entrySet()) {
            if (resource.getValue() instanceof ConnectionHolder
                    && resource.getKey() instanceof DataSource bound
                    && DataSources.innermost(bound) == innermost) {
                return bound;
            }
        }
        return null;
    }

    /** A connection may be bound without a transaction on it: then each statement would commit alone. */
    private boolean isInTransaction(DataSource key) {
        Connection connection = DataSourceUtils.getConnection(key);
        try {
            return !connection.getAutoCommit();
        } catch (SQLException ex) {
            throw OwnConnection.translated(dialect, "ask for the transaction", ex);
        } finally {
            DataSourceUtils.releaseConnection(connection, key);
        }
    }

    private static void afterCommit(Runnable hint) {
        TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
            @Override
            public void afterCompletion(int status) {
                if (status != STATUS_ROLLED_BACK) {
                    hint.run();
                }
            }
        });
    }
}
