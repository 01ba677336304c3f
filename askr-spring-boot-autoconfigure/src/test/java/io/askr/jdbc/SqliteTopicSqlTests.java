package io.askr.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sqlite.SQLiteDataSource;

/** Which way SQLite goes, asked of SQLite: on an empty log, on a big one, and on what {@code analyze} makes of it. */
class SqliteTopicSqlTests {

    private static final Columns ALL = new Columns(true, true);
    private static final String BY_INDEX = "SEARCH askr_events USING INDEX askr_events_chan (channel=? AND seq>?)";
    private static final String BY_SEQ = "SEARCH askr_events USING INTEGER PRIMARY KEY (rowid>?";

    @TempDir
    Path folder;

    private final TopicSql sql = new SqliteTopicSql();

    @Test
    void anEmptyLog() throws SQLException {
        try (Connection connection = database()) {
            assertPlans(connection);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"'one'", "'c' || (i % 3)", "case when i % 1000 = 0 then 'rare' else 'big' end", "'c' || i"})
    void aBigLogBeforeAndAfterAnalyze(String channel) throws SQLException {
        try (Connection connection = database();
                Statement statement = connection.createStatement()) {
            statement.execute(
                    """
                    with recursive n(i) as (select 1 union all select i + 1 from n where i < 60000)
                    insert into askr_events (channel, payload) select %s, zeroblob(40) from n
                    """
                            .formatted(channel));
            statement.execute("insert into askr_subscribers (name) select 's' || seq from askr_events limit 1000");
            assertPlans(connection);
            statement.execute("analyze");
            assertPlans(connection);
        }
    }

    private void assertPlans(Connection connection) throws SQLException {
        assertThat(plan(connection, sql.page(ALL, 1))).containsExactly(BY_INDEX);
        assertThat(plan(connection, sql.page(ALL, 3)))
                .filteredOn(step -> step.startsWith("SEARCH") || step.startsWith("SCAN"))
                .containsExactly(BY_INDEX, BY_INDEX, BY_INDEX);
        assertThat(plan(connection, sql.page(ALL, 3))).noneMatch(step -> step.contains("TEMP B-TREE"));
        for (Sql walked :
                List.of(sql.window(ALL, 0, 1), sql.window(ALL, 2, 0), sql.window(ALL, 200, 3), sql.firstSince())) {
            assertThat(plan(connection, walked)).containsExactly(BY_SEQ + " AND rowid<?)");
        }
        assertThat(plan(connection, sql.changes()))
                .containsExactly(BY_SEQ + " AND rowid<?)", "USE TEMP B-TREE FOR GROUP BY");
        assertThat(plan(connection, sql.next())).containsExactly(BY_SEQ + ")");
        assertThat(plan(connection, sql.last()))
                .filteredOn(step -> step.contains("askr_events"))
                .containsExactly("SEARCH askr_events");
        for (Sql subscriber : List.of(sql.cursor(), sql.advance())) {
            assertThat(plan(connection, subscriber))
                    .singleElement()
                    .asString()
                    .matches(
                            "SEARCH askr_subscribers USING (COVERING )?INDEX sqlite_autoindex_askr_subscribers_1 \\(name=\\?\\)");
        }
    }

    private Connection database() throws SQLException {
        SQLiteDataSource dataSource = new SQLiteDataSource();
        dataSource.setUrl("jdbc:sqlite:" + folder.resolve("plans.db"));
        new Schema().initialize(dataSource);
        return DriverManager.getConnection(dataSource.getUrl());
    }

    private static List<String> plan(Connection connection, Sql sql) throws SQLException {
        List<String> steps = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("explain query plan " + sql.jdbc())) {
            while (rows.next()) {
                steps.add(rows.getString("detail"));
            }
        }
        return steps;
    }
}
