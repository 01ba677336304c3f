package io.askr.jdbc;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import javax.sql.DataSource;
import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.support.EncodedResource;
import org.springframework.jdbc.datasource.init.ScriptUtils;
import org.springframework.jdbc.support.SQLExceptionTranslator;

/**
 * The tables: creates what is missing, and adds our columns to tables that another program created from the bare
 * contract. All in one transaction that takes the write lock first, so that processes may start at once; a database that
 * is complete is only read.
 *
 * @since 0.1.0
 */
public final class Schema {

    private static final ClassPathResource SCRIPT = new ClassPathResource("schema-sqlite.sql", Schema.class);

    private static final Map<String, Map<String, String>> ADDED = added();

    private static final Map<String, Set<String>> CONTRACT = Map.of(
            "askr_events",
            Set.of("seq", "channel", "payload", "created_at"),
            "askr_subscribers",
            Set.of("name", "cursor", "updated_at"),
            "askr_failed_jobs",
            Set.of("id", "uuid", "queue", "payload", "exception", "attempts", "failed_at"));

    private final SQLExceptionTranslator translator = new SqliteExceptionTranslator();

    private static Map<String, Map<String, String>> added() {
        Map<String, String> failedJobs = new LinkedHashMap<>();
        failedJobs.put("source_id", "integer");
        failedJobs.put("headers", "text");
        failedJobs.put("unique_key", "text");
        failedJobs.put("priority", "integer");
        failedJobs.put("max_attempts", "integer");
        failedJobs.put("channel", "text");
        failedJobs.put("seq", "integer");
        failedJobs.put("event_created_at", "integer");
        return Map.of(
                "askr_events", Map.of("headers", "text"), "askr_failed_jobs", failedJobs, "askr_subscribers", Map.of());
    }

    /**
     * Creates tables, indexes and columns that are missing.
     *
     * @param dataSource the application's
     * @throws org.springframework.dao.DataAccessException if it can't be done; then nothing was changed
     * @throws IllegalStateException if a table of that name is there but isn't the contract's; then nothing was changed
     */
    public void initialize(DataSource dataSource) {
        run("create Askr's tables", dataSource, connection -> {
            if (!isComplete(connection)) {
                inTransaction(connection);
            }
            return true;
        });
    }

    /**
     * The tables of ours that the database lacks.
     *
     * @param dataSource the application's
     * @return their names, in order
     */
    public List<String> missingTables(DataSource dataSource) {
        return run("look for Askr's tables", dataSource, connection -> {
            List<String> missing = new ArrayList<>();
            for (String table : ADDED.keySet()) {
                if (columns(connection, table).isEmpty()) {
                    missing.add(table);
                }
            }
            missing.sort(null);
            return missing;
        });
    }

    /** Empty while there are no tables. */
    static Optional<Columns> columns(Connection connection) throws SQLException {
        return columns(connection, "askr_events").isEmpty()
                ? Optional.empty()
                : Optional.of(new Columns(has(connection, "askr_events"), has(connection, "askr_failed_jobs")));
    }

    private static boolean has(Connection connection, String table) throws SQLException {
        return columns(connection, table)
                .containsAll(ADDED.getOrDefault(table, Map.of()).keySet());
    }

    private static boolean isComplete(Connection connection) throws SQLException {
        for (Map.Entry<String, Set<String>> table : CONTRACT.entrySet()) {
            if (!columns(connection, table.getKey()).containsAll(table.getValue())
                    || !has(connection, table.getKey())) {
                return false;
            }
        }
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(
                        "select count(*) from sqlite_master where type = 'index' and name = 'askr_events_chan'")) {
            return row.next() && row.getInt(1) == 1;
        }
    }

    private static Set<String> columns(Connection connection, String table) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("select name from pragma_table_info(?)")) {
            statement.setString(1, table);
            try (ResultSet rows = statement.executeQuery()) {
                Set<String> columns = new HashSet<>();
                while (rows.next()) {
                    columns.add(rows.getString(1).toLowerCase(Locale.ROOT));
                }
                return columns;
            }
        }
    }

    private static void inTransaction(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("begin immediate");
            try {
                ScriptUtils.executeSqlScript(connection, new EncodedResource(SCRIPT, StandardCharsets.UTF_8));
                addColumns(connection, statement);
                checkContract(connection);
                statement.execute("commit");
            } catch (SQLException | RuntimeException ex) {
                try {
                    statement.execute("rollback");
                } catch (SQLException rollback) {
                    ex.addSuppressed(rollback);
                }
                throw ex;
            }
        }
    }

    private static void addColumns(Connection connection, Statement statement) throws SQLException {
        for (Map.Entry<String, Map<String, String>> table : ADDED.entrySet()) {
            Set<String> there = columns(connection, table.getKey());
            for (Map.Entry<String, String> column : table.getValue().entrySet()) {
                if (!there.contains(column.getKey())) {
                    statement.execute("alter table %s add column %s %s"
                            .formatted(table.getKey(), column.getKey(), column.getValue()));
                }
            }
        }
    }

    private static void checkContract(Connection connection) throws SQLException {
        for (Map.Entry<String, Set<String>> table : CONTRACT.entrySet()) {
            Set<String> lacking = new TreeSet<>(table.getValue());
            lacking.removeAll(columns(connection, table.getKey()));
            if (!lacking.isEmpty()) {
                throw new IllegalStateException(
                        "the database has a " + table.getKey() + " without the columns " + lacking
                                + " that its contract demands: rename or drop what is there, or use another database file");
            }
        }
    }

    private <T> T run(String task, DataSource dataSource, Work<T> work) {
        try (Connection connection = dataSource.getConnection()) {
            boolean autoCommit = connection.getAutoCommit();
            if (!autoCommit) {
                connection.setAutoCommit(true);
            }
            try {
                return work.on(connection);
            } finally {
                if (!autoCommit) {
                    connection.setAutoCommit(false);
                }
            }
        } catch (SQLException ex) {
            RuntimeException translated = translator.translate(task, null, ex);
            throw translated == null ? new IllegalStateException(ex) : translated;
        }
    }

    private interface Work<T> {
        T on(Connection connection) throws SQLException;
    }
}
