package io.askr.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.JdbcTemplate;

class SchemaTests {

    private static final List<String> BARE = List.of(
            "CREATE TABLE askr_events (seq INTEGER PRIMARY KEY AUTOINCREMENT, channel TEXT NOT NULL, payload BLOB NOT NULL,"
                    + " created_at INTEGER NOT NULL DEFAULT (unixepoch()))",
            "CREATE INDEX askr_events_chan ON askr_events (channel, seq)",
            "CREATE TABLE askr_subscribers (name TEXT PRIMARY KEY, cursor INTEGER NOT NULL DEFAULT 0,"
                    + " updated_at INTEGER NOT NULL DEFAULT (unixepoch()))",
            "CREATE TABLE askr_failed_jobs (id INTEGER PRIMARY KEY AUTOINCREMENT, uuid TEXT, queue TEXT NOT NULL,"
                    + " payload BLOB NOT NULL, exception TEXT, attempts INTEGER NOT NULL,"
                    + " failed_at INTEGER NOT NULL DEFAULT (unixepoch()))");

    @TempDir
    private Path folder;

    private final Schema schema = new Schema();
    private HikariDataSource pool;
    private JdbcTemplate jdbc;

    @BeforeEach
    void open() {
        pool = TestDatabases.prepared(folder.resolve("app.db"), 2);
        jdbc = TestDatabases.jdbc(pool);
    }

    @AfterEach
    void close() {
        pool.close();
    }

    @Test
    void createsTheContractsTables() {
        schema.initialize(pool);
        assertThat(columns("askr_events"))
                .contains("seq integer 0 null 1", "channel text 1 null 0", "payload blob 1 null 0")
                .contains("created_at integer 1 unixepoch() 0");
        assertThat(columns("askr_subscribers"))
                .contains("name text 0 null 1", "cursor integer 1 0 0", "updated_at integer 1 unixepoch() 0");
        assertThat(columns("askr_failed_jobs"))
                .contains("id integer 0 null 1", "uuid text 0 null 0", "queue text 1 null 0", "payload blob 1 null 0")
                .contains("exception text 0 null 0", "attempts integer 1 null 0", "failed_at integer 1 unixepoch() 0");
        assertThat(jdbc.queryForList(
                        "select name from pragma_index_info('askr_events_chan') order by seqno", String.class))
                .containsExactly("channel", "seq");
        assertThat(schema.missingTables(pool)).isEmpty();
    }

    @Test
    void whatWeAddIsNullable() {
        schema.initialize(pool);
        jdbc.update("insert into askr_events (channel, payload) values ('a', x'00')");
        jdbc.update("insert into askr_failed_jobs (queue, payload, attempts) values ('q', x'00', 1)");
        assertThat(jdbc.queryForList("select headers from askr_events").get(0)).containsEntry("headers", null);
    }

    @Test
    void completesTheBareTablesOfAnotherProgramAndKeepsTheirRows() {
        BARE.forEach(jdbc::execute);
        jdbc.update("insert into askr_events (channel, payload) values ('theirs', 'text')");
        assertThat(TestDatabases.open(pool).columns()).isEqualTo(new Columns(true, true));
        assertThat(jdbc.queryForList("select channel from askr_events", String.class))
                .containsExactly("theirs");
    }

    @Test
    void tellsWhatTheBareTablesLack() {
        BARE.forEach(jdbc::execute);
        assertThat(schema.missingTables(pool)).isEmpty();
        AskrDatabase database =
                AskrDatabase.open(pool, null, DatabaseSettings.defaults(), java.time.InstantSource.system());
        assertThat(database.columns()).isEqualTo(new Columns(false, false));
        assertThat(database.columns().switchedOff()).hasSize(2);
        database.close();
    }

    @Test
    void namesTheTablesThatAreMissing() {
        assertThat(schema.missingTables(pool)).containsExactly("askr_events", "askr_failed_jobs", "askr_subscribers");
    }

    @Test
    void aSecondRunWritesNothing() throws Exception {
        schema.initialize(pool);
        try (Connection watcher = TestDatabases.foreign(folder.resolve("app.db"));
                Statement statement = watcher.createStatement()) {
            long before = statement.executeQuery("pragma data_version").getLong(1);
            schema.initialize(pool);
            assertThat(statement.executeQuery("pragma data_version").getLong(1)).isEqualTo(before);
        }
    }

    @Test
    void aFailureIsLoudAndLeavesNothingBehind() {
        jdbc.execute("create view askr_subscribers as select 1 as name");
        assertThatThrownBy(() -> schema.initialize(pool))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("askr_subscribers without the columns [cursor, updated_at]");
        assertThat(jdbc.queryForList("select name from sqlite_master where name = 'askr_events'", String.class))
                .isEmpty();
        jdbc.execute("create table usable (id integer)");
    }

    private List<String> columns(String table) {
        return jdbc.query(
                "select lower(name || ' ' || type) || ' ' || \"notnull\" || ' ' || coalesce(dflt_value, 'null') || ' ' || pk"
                        + " from pragma_table_info(?)",
                (row, number) -> row.getString(1),
                table);
    }
}
