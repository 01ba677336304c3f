package io.askr.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** Gives a pool connections whose writing transactions take the write lock when they begin. */
final class LockOnBeginDataSource extends DelegatingDataSource {

    private final SlowTransactions slow;
    private final boolean beginsWithStatement;
    private volatile @Nullable WriteLock lock;

    LockOnBeginDataSource(DataSource target, SlowTransactions slow, boolean beginsWithStatement) {
        super(target);
        this.slow = slow;
        this.beginsWithStatement = beginsWithStatement;
    }

    @Override
    public Connection getConnection() throws SQLException {
        return wrap(obtainTargetDataSource().getConnection());
    }

    @Override
    public Connection getConnection(String username, String password) throws SQLException {
        return wrap(obtainTargetDataSource().getConnection(username, password));
    }

    private Connection wrap(Connection connection) throws SQLException {
        try {
            return LockOnBeginConnection.wrap(connection, lock(connection), slow, beginsWithStatement);
        } catch (SQLException ex) {
            connection.close();
            throw ex;
        }
    }

    private WriteLock lock(Connection connection) throws SQLException {
        WriteLock known = lock;
        if (known == null) {
            known = DatabaseFile.of(connection)
                    .map(WriteLock::of)
                    .orElseGet(() -> new WriteLock("the database in memory"));
            lock = known;
        }
        return known;
    }
}
