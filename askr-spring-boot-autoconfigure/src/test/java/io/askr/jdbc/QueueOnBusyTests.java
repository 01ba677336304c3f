package io.askr.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.JdbcTemplate;

@Timeout(30)
class QueueOnBusyTests {

    @TempDir
    private Path folder;

    private Path file;
    private HikariDataSource pool;
    private JdbcTemplate jdbc;

    @BeforeEach
    void open() {
        file = folder.resolve("app.db");
        pool = TestDatabases.pool(file, 2);
        pool.addDataSourceProperty("busy_timeout", "1500");
        new DataSourcePreparation(false, true, Duration.ofSeconds(1)).prepare(pool);
        jdbc = TestDatabases.jdbc(pool);
        jdbc.execute("create table item (id integer primary key)");
    }

    @AfterEach
    void close() {
        pool.close();
    }

    @Test
    void aStatementThatMeetsBusyStandsInTheQueueBeforeItTriesAgain() throws Exception {
        WriteLock lock = WriteLock.of(file.toRealPath());
        CompletableFuture<Integer> blocked;
        try (Connection foreign = TestDatabases.foreign(file);
                Statement statement = foreign.createStatement()) {
            WriteLock.Place ahead = lock.acquire(Duration.ofSeconds(5));
            statement.execute("begin immediate");
            blocked = CompletableFuture.supplyAsync(() -> jdbc.update("insert into item values (1)"));
            await().until(() -> lock.waiting() == 1);
            statement.execute("rollback");
            assertThat(blocked).isNotDone();
            ahead.close();
        }
        assertThat(blocked.get()).isEqualTo(1);
        lock.acquire(Duration.ZERO).close();
    }

    @Test
    void itGivesUpAfterTheBusyTimeout() throws Exception {
        try (Connection foreign = TestDatabases.foreign(file);
                Statement statement = foreign.createStatement()) {
            statement.execute("begin immediate");
            assertThatThrownBy(() -> jdbc.update("insert into item values (1)")).hasStackTraceContaining("SQLITE_BUSY");
            statement.execute("rollback");
        }
        assertThat(jdbc.update("insert into item values (2)")).isEqualTo(1);
    }
}
