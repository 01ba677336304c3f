package io.askr.bench;

import com.zaxxer.hikari.HikariDataSource;
import io.askr.topic.AskrTopicPublisher;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.support.TransactionTemplate;

/** An application's transactions, 200 a second, while publishers publish as fast as they can. */
@State(Scope.Thread)
public class PacedApp {

    private static final long INTERVAL = TimeUnit.MILLISECONDS.toNanos(5);

    /** The application's pool: LOCKS_AT_BEGIN (the default), QUEUES_WHEN_BUSY (lock-on-begin off), or PLAIN (no queue). */
    @Param("LOCKS_AT_BEGIN")
    public String pool;

    /** What a transaction does first: WRITE, or READ. */
    @Param("WRITE")
    public String first;

    /** How many publish meanwhile. */
    @Param("32")
    public int publishers;

    /** How long an iteration is. */
    @Param("2")
    public int seconds;

    private Path folder;
    private BenchApp app;
    private HikariDataSource plain;
    private JdbcTemplate jdbc;
    private TransactionTemplate transaction;

    /**
     * Starts the application.
     *
     * @throws IOException if there is no folder for it
     */
    @Setup
    public void start() throws IOException {
        folder = Folders.fresh();
        app = BenchApp.start(
                BenchApp.url(folder), List.of(), "askr.sqlite.lock-on-begin=" + !pool.equals("QUEUES_WHEN_BUSY"));
        DataSource dataSource = app.bean(DataSource.class);
        PlatformTransactionManager manager = app.bean(PlatformTransactionManager.class);
        if (pool.equals("PLAIN")) {
            plain = PlainDatabase.pool(BenchApp.url(folder));
            dataSource = plain;
            manager = new JdbcTransactionManager(plain);
        }
        jdbc = new JdbcTemplate(dataSource);
        transaction = new TransactionTemplate(manager);
        jdbc.execute("create table stock (item integer primary key, amount integer)");
        jdbc.execute("create table sold (id integer primary key, item integer)");
        jdbc.update("insert into stock values (1, 1000000)");
    }

    /** What an iteration found; times in milliseconds. */
    @AuxCounters(AuxCounters.Type.EVENTS)
    @State(Scope.Thread)
    public static class Found {

        /** The transaction, median. */
        public double p50;

        /** The transaction, 99 of 100. */
        public double p99;

        /** The slowest. */
        public double most;

        /** Transactions a second. */
        public double rate;

        /** Transactions that failed. */
        public double failed;

        /** Publishes a second meanwhile. */
        public double published;
    }

    /**
     * Runs the transactions.
     *
     * @param found how they fared
     */
    @Benchmark
    public void pace(Found found) {
        int most = (int) (TimeUnit.SECONDS.toNanos(seconds) / INTERVAL);
        try (Publishers load = Publishers.start(app.bean(AskrTopicPublisher.class), publishers)) {
            long[] took = new long[most];
            int done = 0;
            long start = System.nanoTime();
            long end = start + TimeUnit.SECONDS.toNanos(seconds);
            for (long due = start;
                    System.nanoTime() < end && done < most;
                    due = Math.max(due + INTERVAL, System.nanoTime())) {
                Pauses.until(due);
                long began = System.nanoTime();
                found.failed += sell() ? 0 : 1;
                took[done++] = System.nanoTime() - began;
            }
            double lasted = (System.nanoTime() - start) / 1e9;
            Percentiles times = new Percentiles(Arrays.copyOf(took, done));
            found.p50 = times.at(50);
            found.p99 = times.at(99);
            found.most = times.at(100);
            found.rate = done / lasted;
            found.published = load.published() / lasted;
        }
    }

    private boolean sell() {
        try {
            transaction.executeWithoutResult(status -> {
                if (first.equals("READ")) {
                    jdbc.queryForObject("select amount from stock where item = 1", Integer.class);
                }
                jdbc.update("update stock set amount = amount - 1 where item = 1");
                jdbc.update("insert into sold (item) values (1)");
            });
            return true;
        } catch (DataAccessException | TransactionException e) {
            return false;
        }
    }

    /**
     * Ends it.
     *
     * @throws IOException if the files can't be removed
     */
    @TearDown
    public void stop() throws IOException {
        if (plain != null) {
            plain.close();
        }
        app.close();
        Folders.delete(folder);
    }
}
