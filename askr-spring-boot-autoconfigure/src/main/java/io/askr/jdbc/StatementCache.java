package io.askr.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.jdbc.support.JdbcUtils;

/** The prepared statements of one connection, kept while they are in use. */
final class StatementCache implements AutoCloseable {

    private static final int MOST = 64;

    private final Connection connection;
    private final Map<Sql, PreparedStatement> statements = new LinkedHashMap<>(16, 0.75f, true);

    StatementCache(Connection connection) {
        this.connection = connection;
    }

    Connection connection() {
        return connection;
    }

    PreparedStatement get(Sql sql) throws SQLException {
        PreparedStatement kept = statements.get(sql);
        if (kept == null) {
            kept = connection.prepareStatement(sql.jdbc());
            statements.put(sql, kept);
            if (statements.size() > MOST) {
                discard(statements.keySet().iterator().next());
            }
        }
        return kept;
    }

    void discard(Sql sql) {
        JdbcUtils.closeStatement(statements.remove(sql));
    }

    @Override
    public void close() {
        statements.values().forEach(JdbcUtils::closeStatement);
        statements.clear();
    }
}
