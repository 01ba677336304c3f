package io.askr.autoconfigure;

import io.askr.jdbc.DatabaseSettings;
import io.askr.listener.ListenerSettings;
import io.askr.listener.RetrySettings;
import io.askr.wake.WatchStrategy;
import io.askr.wake.WatcherSettings;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * All properties that begin with {@code askr}.
 *
 * @param enabled whether there are any beans of Askr at all
 * @param jdbc the tables
 * @param sqlite how SQLite is used
 * @param writer commits outside the application's transactions
 * @param watcher how commits of other processes are noticed
 * @param listener methods annotated with @AskrListener
 * @param metrics the meters
 * @since 0.1.0
 */
@ConfigurationProperties("askr")
public record AskrProperties(
        @DefaultValue("true") boolean enabled,
        @DefaultValue Jdbc jdbc,
        @DefaultValue Sqlite sqlite,
        @DefaultValue Writer writer,
        @DefaultValue Watcher watcher,
        @DefaultValue Listener listener,
        @DefaultValue Metrics metrics) {

    /**
     * The tables.
     *
     * @param initializeSchema whether to create and complete the tables at start. With "never" the application's own
     *     migrations do that.
     * @since 0.1.0
     */
    public record Jdbc(@DefaultValue("always") SchemaInitialization initializeSchema) {}

    /**
     * How SQLite is used.
     *
     * @param lockOnBegin whether each writing transaction takes the write lock when it begins. Without it, a
     *     transaction that reads first and then writes fails whenever somebody else commits in between.
     * @param slowTransaction how long a transaction may hold the write lock before the log says so, once for each place
     * @param applyDefaults whether to set WAL, synchronous=NORMAL, a busy timeout and a journal size limit where the
     *     application has set nothing
     * @since 0.1.0
     */
    public record Sqlite(
            @DefaultValue("true") boolean lockOnBegin,
            @DefaultValue("1s") Duration slowTransaction,
            @DefaultValue("true") boolean applyDefaults) {}

    /**
     * Commits outside the application's transactions.
     *
     * @param timeout how long such a commit may take, waiting for the write lock included
     * @since 0.1.0
     */
    public record Writer(@DefaultValue("5s") Duration timeout) {

        DatabaseSettings settings() {
            return new DatabaseSettings(timeout);
        }
    }

    /**
     * How commits of other processes are noticed.
     *
     * @param strategy what tells that somebody writes. "auto": events of the database's directory, or frequent looks where
     *     there are none; "events": never frequent looks; "polling": only those.
     * @param pollInterval time between two frequent looks while commits are being seen
     * @param idleInterval time between two frequent looks after a second without commits
     * @param safetyInterval time between two looks beside the events, in case one was missed
     * @since 0.1.0
     */
    public record Watcher(
            @DefaultValue("auto") WatchStrategy strategy,
            @DefaultValue("1ms") Duration pollInterval,
            @DefaultValue("20ms") Duration idleInterval,
            @DefaultValue("250ms") Duration safetyInterval) {

        WatcherSettings settings() {
            WatcherSettings defaults = WatcherSettings.defaults();
            return new WatcherSettings(
                    strategy,
                    pollInterval,
                    idleInterval,
                    defaults.quietAfter(),
                    safetyInterval,
                    defaults.maxBackoff(),
                    defaults.sources());
        }
    }

    /**
     * Methods annotated with @AskrListener.
     *
     * @param autoStartup whether listeners start with the application
     * @param shutdownTimeout how long running handlers may take to finish when the application stops
     * @param batchSize the most events read at once, and handed at once to a handler that takes a list
     * @param batchBytes the most bytes of payload read at once; one larger event is still read
     * @param idleSaveInterval how often at most the cursors of idle listeners are stored
     * @param retry what happens when a handler throws
     * @since 0.1.0
     */
    public record Listener(
            @DefaultValue("true") boolean autoStartup,
            @DefaultValue("20s") Duration shutdownTimeout,
            @DefaultValue("100") int batchSize,
            @DefaultValue("4MB") DataSize batchBytes,
            @DefaultValue("5s") Duration idleSaveInterval,
            @DefaultValue Retry retry) {

        ListenerSettings settings(boolean virtualThreads) {
            return new ListenerSettings(
                    autoStartup,
                    batchSize,
                    batchBytes.toBytes(),
                    shutdownTimeout,
                    idleSaveInterval,
                    virtualThreads,
                    retry.settings());
        }
    }

    /**
     * What happens when a handler throws: the event is handed to it again, in place, and at last parked in the table
     * askr_failed_jobs.
     *
     * @param maxAttempts how often an event is tried in all, the first time included, before it is parked
     * @param initialInterval the wait before the second attempt
     * @param multiplier by which the wait grows from attempt to attempt
     * @param maxInterval the longest wait
     * @param jitter the share of a wait, from 0 to 1, by which it is shortened or prolonged at random
     * @since 0.1.0
     */
    public record Retry(
            @DefaultValue("5") int maxAttempts,
            @DefaultValue("200ms") Duration initialInterval,
            @DefaultValue("2") double multiplier,
            @DefaultValue("30s") Duration maxInterval,
            @DefaultValue("0.2") double jitter) {

        RetrySettings settings() {
            return new RetrySettings(maxAttempts, initialInterval, multiplier, maxInterval, jitter);
        }
    }

    /**
     * The meters.
     *
     * @param lagInterval time between two samples of the subscribers' lag; a scrape reads the last sample
     * @since 0.1.0
     */
    public record Metrics(@DefaultValue("5s") Duration lagInterval) {}
}
