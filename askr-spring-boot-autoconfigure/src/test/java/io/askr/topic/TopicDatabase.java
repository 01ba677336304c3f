package io.askr.topic;

import io.askr.jdbc.AskrDatabase;
import io.askr.jdbc.ConnectionOpener;
import io.askr.jdbc.DatabaseSettings;
import io.askr.jdbc.Schema;
import io.askr.payload.PayloadCodec;
import io.askr.test.AskrTestClock;
import io.askr.wake.CommitSignal;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteDataSource;
import tools.jackson.databind.json.JsonMapper;

/** A real file with the topics' tables, and everything of the topics on it. */
public final class TopicDatabase implements AutoCloseable {

    static final Instant START = Instant.parse("2026-11-30T12:00:00Z");

    public final AskrTestClock clock = new AskrTestClock(START);
    public final Path file;
    public final SQLiteDataSource dataSource;
    public final AskrDatabase database;
    public final CommitSignal signal = new CommitSignal();
    public final PayloadCodec codec = new PayloadCodec(List.of(), new JsonMapper());
    public final AskrTopicPublisher publisher;
    final TopicLog log;
    final TopicWakes wakes;
    final LongPolls polls;
    final AskrTopics topics;
    final SubscriberStore subscribers;

    private TopicDatabase(Path file, String journalMode, boolean initialize, String... statements) {
        this(file, journalMode, initialize, null, statements);
    }

    private TopicDatabase(
            Path file,
            String journalMode,
            boolean initialize,
            @Nullable Function<DataSource, ConnectionOpener> opener,
            String... statements) {
        this.file = file;
        SQLiteConfig config = new SQLiteConfig();
        config.setJournalMode(SQLiteConfig.JournalMode.valueOf(journalMode));
        config.setSynchronous(SQLiteConfig.SynchronousMode.NORMAL);
        config.setBusyTimeout(5000);
        this.dataSource = new SQLiteDataSource(config);
        dataSource.setUrl("jdbc:sqlite:" + file);
        run(statements);
        if (initialize) {
            new Schema().initialize(dataSource);
        }
        this.database = AskrDatabase.open(
                dataSource, opener == null ? null : opener.apply(dataSource), DatabaseSettings.defaults(), clock);
        this.publisher = new AskrTopicPublisher(database, codec, signal);
        this.log = new TopicLog(database);
        this.wakes = new TopicWakes(database, signal);
        this.polls = new LongPolls(database, log, wakes, Duration.ofSeconds(20));
        this.topics = new AskrTopics(log, codec, polls);
        this.subscribers = new SubscriberStore(database, log);
    }

    public static TopicDatabase in(Path folder) {
        return new TopicDatabase(folder.resolve("topics.db"), "WAL", true);
    }

    /** With connections of ours that are opened in another way. */
    static TopicDatabase in(Path folder, Function<DataSource, ConnectionOpener> opener) {
        return new TopicDatabase(folder.resolve("topics.db"), "WAL", true, opener);
    }

    public static TopicDatabase inDeleteMode(Path folder) {
        return new TopicDatabase(folder.resolve("topics.db"), "DELETE", true);
    }

    /** The tables of the contract and none of our columns, as another program would have made them. */
    static TopicDatabase bare(Path folder) {
        return new TopicDatabase(
                folder.resolve("bare.db"),
                "WAL",
                false,
                """
                create table askr_events (seq integer primary key autoincrement, channel text not null,
                  payload blob not null, created_at integer not null default (unixepoch()))
                """,
                "create index askr_events_chan on askr_events (channel, seq)",
                """
                create table askr_subscribers (name text primary key, cursor integer not null default 0,
                  updated_at integer not null default (unixepoch()))
                """,
                """
                create table askr_failed_jobs (id integer primary key autoincrement, uuid text, queue text not null,
                  payload blob not null, exception text, attempts integer not null,
                  failed_at integer not null default (unixepoch()))
                """);
    }

    /** Runs statements on a connection of its own, as another program would. */
    public void run(String... statements) {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        } catch (SQLException failure) {
            throw new IllegalStateException(failure);
        }
    }

    /** The rows of a query, their columns joined by bars. */
    public List<String> rows(String sql) {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            List<String> rows = new ArrayList<>();
            while (result.next()) {
                List<String> row = new ArrayList<>();
                for (int column = 1; column <= result.getMetaData().getColumnCount(); column++) {
                    row.add(result.getString(column));
                }
                rows.add(String.join("|", row.stream().map(String::valueOf).toList()));
            }
            return rows;
        } catch (SQLException failure) {
            throw new IllegalStateException(failure);
        }
    }

    @Override
    public void close() {
        polls.close();
        wakes.close();
        database.close();
    }
}
