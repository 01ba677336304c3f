package io.askr.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Connections whose writing transactions take the write lock when they begin. */
final class LockOnBeginDataSource extends WaitingDataSource {

    private final SlowTransactions slow;
    private final boolean beginsWithStatement;
    private volatile @Nullable WriteLock lock;

    LockOnBeginDataSource(DataSource target, SlowTransactions slow, boolean beginsWithStatement) {
        super(target);
        this.slow = slow;
        this.beginsWithStatement = beginsWithStatement;
    }

    @Override
    Connection waiting(Connection connection) throws SQLException {
        return LockOnBeginConnection.wrap(connection, lock(connection), slow, beginsWithStatement);
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
