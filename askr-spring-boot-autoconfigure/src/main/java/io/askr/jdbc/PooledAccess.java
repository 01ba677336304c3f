package io.askr.jdbc;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * The application's own connections: for a database in memory, which exists on these connections alone.
 */
final class PooledAccess implements Access {

    private final DataSource dataSource;
    private final Dialect dialect;
    private final AsyncWrites async = new AsyncWrites();
    private final TransactionTemplate writing;
    private final TransactionTemplate reading;

    PooledAccess(DataSource dataSource, Dialect dialect) {
        this.dataSource = dataSource;
        this.dialect = dialect;
        JdbcTransactionManager transactions = new JdbcTransactionManager(dataSource);
        transactions.setExceptionTranslator(dialect.exceptions());
        this.writing = new TransactionTemplate(transactions);
        this.writing.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
        this.reading = new TransactionTemplate(transactions);
        this.reading.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
        this.reading.setReadOnly(true);
    }

    @Override
    public <T extends @Nullable Object> T write(Function<Session, T> work) {
        List<Runnable> hints = new ArrayList<>();
        T result = in(writing, work, hints);
        hints.forEach(Runnable::run);
        return result;
    }

    @Override
    public <T extends @Nullable Object> CompletableFuture<T> submit(Function<Session, T> work) {
        return async.submit(() -> write(work));
    }

    @Override
    public <T extends @Nullable Object> T read(Function<Session, T> work) {
        return in(reading, work, new ArrayList<>());
    }

    private <T extends @Nullable Object> T in(
            TransactionTemplate template, Function<Session, T> work, List<Runnable> hints) {
        return template.execute(status -> {
            StatementCache statements = new StatementCache(DataSourceUtils.getConnection(dataSource));
            try (statements) {
                return work.apply(new JdbcSession(statements, dialect.exceptions(), hints::add));
            } finally {
                DataSourceUtils.releaseConnection(statements.connection(), dataSource);
            }
        });
    }

    @Override
    public void close() {
        async.close();
    }
}
