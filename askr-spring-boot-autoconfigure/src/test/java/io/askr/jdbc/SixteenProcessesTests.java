package io.askr.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

/** As many applications start at once on one file: each finds or makes the tables, and none is refused. */
class SixteenProcessesTests {

    private static final int PROCESSES = 16;

    @TempDir
    private Path folder;

    @Test
    @Timeout(180)
    void startAtOnceOnANewFile() throws Exception {
        Path file = folder.resolve("new.db");
        startAtOnce(file);
        check(file, PROCESSES);
    }

    @Test
    @Timeout(180)
    void startAtOnceOnTheBareTablesOfAnotherProgram() throws Exception {
        Path file = folder.resolve("bare.db");
        try (Connection connection = DriverManager.getConnection(TestDatabase.url(file));
                Statement statement = connection.createStatement()) {
            statement.execute("create table askr_events (seq integer primary key autoincrement, channel text not null,"
                    + " payload blob not null, created_at integer not null default (unixepoch()))");
            statement.execute("create index askr_events_chan on askr_events (channel, seq)");
            statement.execute("create table askr_failed_jobs (id integer primary key autoincrement, uuid text,"
                    + " queue text not null, payload blob not null, exception text, attempts integer not null,"
                    + " failed_at integer not null default (unixepoch()))");
            statement.execute("insert into askr_events (channel, payload) values ('old', x'00')");
        }
        startAtOnce(file);
        check(file, PROCESSES + 1);
    }

    private static void startAtOnce(Path file) throws Exception {
        List<Process> processes = new ArrayList<>();
        try {
            for (int i = 0; i < PROCESSES; i++) {
                processes.add(ForeignProcess.fork(
                        Path.of(System.getProperty("java.home")), Main.class, List.of(), file.toString()));
            }
            List<BufferedReader> answers =
                    processes.stream().map(Process::inputReader).toList();
            for (BufferedReader answer : answers) {
                assertThat(answer.lines().anyMatch("ready"::equals)).isTrue();
            }
            for (Process process : processes) {
                process.outputWriter().append("go\n").flush();
            }
            for (BufferedReader answer : answers) {
                assertThat(answer.lines().anyMatch("done"::equals)).isTrue();
            }
            for (Process process : processes) {
                assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
                assertThat(process.exitValue()).isZero();
            }
        } finally {
            processes.forEach(Process::destroyForcibly);
        }
    }

    private static void check(Path file, int events) throws SQLException {
        try (Connection connection = DriverManager.getConnection(TestDatabase.url(file))) {
            JdbcTemplate jdbc = new JdbcTemplate(new SingleConnectionDataSource(connection, true));
            assertThat(jdbc.queryForObject("select count(*) from askr_events", Integer.class))
                    .isEqualTo(events);
            assertThat(jdbc.queryForList("select name from pragma_table_info('askr_events')", String.class))
                    .containsExactly("seq", "channel", "payload", "created_at", "headers");
            assertThat(jdbc.queryForList("select name from pragma_table_info('askr_failed_jobs')", String.class))
                    .contains("source_id", "channel", "seq", "event_created_at")
                    .doesNotHaveDuplicates();
            assertThat(jdbc.queryForObject("select count(*) from askr_subscribers", Integer.class))
                    .isZero();
            assertThat(jdbc.queryForList("pragma integrity_check", String.class))
                    .containsExactly("ok");
            assertThat(jdbc.queryForObject("pragma journal_mode", String.class)).isEqualTo("wal");
        }
    }

    /** One application: starts on a file of its own to load what it needs, says so, and is told when to begin. */
    static final class Main {

        private Main() {}

        public static void main(String[] args) throws Exception {
            start(Path.of(args[0] + "." + ProcessHandle.current().pid()));
            System.out.println("ready");
            if (System.in.read() < 0) {
                throw new IOException("the test has ended");
            }
            start(Path.of(args[0]));
            System.out.println("done");
        }

        private static void start(Path file) {
            try (HikariDataSource pool = new HikariDataSource()) {
                pool.setJdbcUrl(TestDatabase.url(file));
                pool.setMaximumPoolSize(1);
                new DataSourcePreparation(true, true, Duration.ofSeconds(60)).prepare(pool);
                new Schema().initialize(pool);
                try (AskrDatabase database =
                        AskrDatabase.open(pool, null, DatabaseSettings.defaults(), InstantSource.system())) {
                    if (!database.columns().equals(new Columns(true, true))) {
                        throw new IllegalStateException("columns are missing: " + database.columns());
                    }
                    database.write(session -> session.update(
                            Sql.of("insert into askr_events (channel, payload) values ('new', x'01')"), params -> {}));
                }
            }
        }
    }
}
