package io.askr.bench;

import com.zaxxer.hikari.HikariDataSource;
import io.askr.topic.AskrTopicPublisher;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import javax.sql.DataSource;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** An order and its event in one {@link TransactionTemplate}. */
public class Transactions {

    private static final String TABLE =
            "create table if not exists orders (id integer primary key, item text, amount integer)";
    private static final String INSERT_ORDER = "insert into orders (item, amount) values (?, ?)";
    private static final String INSERT_EVENT =
            "insert into askr_events (channel, payload, created_at) values (?, ?, ?)";

    /** An application with this library. */
    @State(Scope.Benchmark)
    public static class App {

        private Path folder;
        private BenchApp app;
        private JdbcTemplate jdbc;
        private TransactionTemplate transaction;
        private AskrTopicPublisher publisher;

        /**
         * Starts it.
         *
         * @throws IOException if there is no folder for it
         */
        @Setup
        public void start() throws IOException {
            folder = Folders.fresh();
            app = BenchApp.start(BenchApp.url(folder), List.of());
            jdbc = new JdbcTemplate(app.bean(DataSource.class));
            jdbc.execute(TABLE);
            transaction = new TransactionTemplate(app.bean(PlatformTransactionManager.class));
            publisher = app.bean(AskrTopicPublisher.class);
        }

        /**
         * Ends it.
         *
         * @throws IOException if the files can't be removed
         */
        @TearDown
        public void stop() throws IOException {
            app.close();
            Folders.delete(folder);
        }
    }

    /** A pool on a file of the same kind, without this library. */
    @State(Scope.Benchmark)
    public static class Plain {

        private Path folder;
        private HikariDataSource pool;
        private JdbcTemplate jdbc;
        private TransactionTemplate transaction;

        /**
         * Opens it.
         *
         * @throws IOException if there is no folder for it
         */
        @Setup
        public void open() throws IOException {
            folder = Folders.fresh();
            PlainDatabase.create(folder);
            pool = PlainDatabase.pool(BenchApp.url(folder));
            jdbc = new JdbcTemplate(pool);
            jdbc.execute(TABLE);
            transaction = new TransactionTemplate(new JdbcTransactionManager(pool));
        }

        /**
         * Closes it.
         *
         * @throws IOException if the files can't be removed
         */
        @TearDown
        public void close() throws IOException {
            pool.close();
            Folders.delete(folder);
        }
    }

    /**
     * An insert and a publish.
     *
     * @param app where
     * @return the seq
     */
    @Benchmark
    public Long askr(App app) {
        return app.transaction.execute(status -> {
            app.jdbc.update(INSERT_ORDER, "book", 1);
            return app.publisher.publish("orders.placed", AskrPublish.PAYLOAD);
        });
    }

    /**
     * Two inserts by JdbcTemplate on a plain pool.
     *
     * @param plain where
     * @return rows
     */
    @Benchmark
    public Integer plain(Plain plain) {
        return plain.transaction.execute(status -> twoInserts(plain.jdbc));
    }

    /**
     * Two inserts by JdbcTemplate on the application's pool, whose transactions take the write lock when they begin.
     *
     * @param app where
     * @return rows
     */
    @Benchmark
    public Integer lockedAtBegin(App app) {
        return app.transaction.execute(status -> twoInserts(app.jdbc));
    }

    private static int twoInserts(JdbcTemplate jdbc) {
        jdbc.update(INSERT_ORDER, "book", 1);
        return jdbc.update(INSERT_EVENT, "orders.placed", AskrPublish.PAYLOAD, System.currentTimeMillis() / 1000);
    }
}
