package io.askr.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** Gives the application connections that wait for the write lock in this process's queue. */
abstract class WaitingDataSource extends DelegatingDataSource {

    WaitingDataSource(DataSource target) {
        super(target);
    }

    /** Makes a connection wait. When this throws, the connection is closed. */
    abstract Connection waiting(Connection connection) throws SQLException;

    @Override
    public final Connection getConnection() throws SQLException {
        return waitingOrClosed(obtainTargetDataSource().getConnection());
    }

    @Override
    public final Connection getConnection(String username, String password) throws SQLException {
        return waitingOrClosed(obtainTargetDataSource().getConnection(username, password));
    }

    private Connection waitingOrClosed(Connection connection) throws SQLException {
        try {
            return waiting(connection);
        } catch (SQLException ex) {
            connection.close();
            throw ex;
        }
    }
}
