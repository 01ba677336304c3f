package io.askr.wake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.askr.topic.TopicDatabase;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What holds whatever tells the watcher to look. */
@ParameterizedClass
@EnumSource(WatchStrategy.class)
class WatcherTests {

    private static final String INSERT = "insert into askr_events (channel, payload) values ('a', 'x')";

    @Parameter
    WatchStrategy strategy;

    @TempDir
    Path folder;

    private TopicDatabase db;
    private Watcher watcher;
    private final List<Connection> opened = new CopyOnWriteArrayList<>();
    private final AtomicInteger foreign = new AtomicInteger();
    private volatile boolean refusing;

    @AfterEach
    void close() {
        if (watcher != null) {
            watcher.stop();
        }
        db.close();
    }

    @Test
    void tellsOnceAtTheStartThenOfEachCommit() {
        start(TopicDatabase.in(folder));
        assertThat(foreign).hasValue(1);
        assertThat(watcher.alive()).isTrue();

        db.run(INSERT);
        awaitForeign(2);
        db.run(INSERT);
        awaitForeign(3);
        assertThat(watcher.wakeups(WakeSource.SAFETY)).as("the start").isEqualTo(1);
        assertThat(watcher.wakeups(WakeSource.POLL) + watcher.wakeups(WakeSource.EVENT))
                .isEqualTo(2);
    }

    @Test
    void saysNothingOfRollbacksAndReads() {
        start(TopicDatabase.in(folder));
        db.run("begin immediate", INSERT, "rollback");
        db.rows("select * from askr_events");
        db.run("begin immediate", "delete from askr_events where 0", "commit");

        await().during(Duration.ofMillis(200)).atMost(Duration.ofSeconds(5)).until(() -> foreign.get() == 1);
    }

    @Test
    void noticesWhatOurOwnWriterCommits() {
        start(TopicDatabase.in(folder));
        db.publisher.publish("a", "x");
        awaitForeign(2);
        assertThat(watcher.wakeups(WakeSource.LOCAL)).isEqualTo(1);
    }

    @Test
    void aBusyLookIsSkippedAndNothingLost() throws SQLException {
        start(TopicDatabase.inDeleteMode(folder));
        try (Connection writer = db.dataSource.getConnection();
                Statement statement = writer.createStatement()) {
            statement.execute("begin exclusive");
            statement.execute(INSERT);
            await().during(Duration.ofMillis(100)).atMost(Duration.ofSeconds(5)).until(() -> foreign.get() == 1);
            assertThat(watcher.alive()).isTrue();
            statement.execute("commit");
        }
        awaitForeign(2);
        assertThat(watcher.failures()).isZero();
    }

    @Test
    void aDeadConnectionShowsAndHeals() throws SQLException {
        start(TopicDatabase.in(folder));
        refusing = true;
        opened.get(0).close();

        await().untilAsserted(() -> assertThat(watcher.alive()).isFalse());
        assertThat(watcher.failure()).isPresent();
        assertThat(watcher.isRunning()).isTrue();
        db.run(INSERT);
        assertThat(foreign).hasValue(1);

        refusing = false;
        await().untilAsserted(() -> assertThat(watcher.alive()).isTrue());
        assertThat(watcher.failure()).isEmpty();
        assertThat(watcher.failures()).isPositive();
        assertThat(foreign).as("one call for all that was missed").hasValue(2);
        db.run(INSERT);
        awaitForeign(3);
    }

    @Test
    void aDatabaseThatCannotBeReachedDoesNotKeepItFromStarting() {
        refusing = true;
        start(TopicDatabase.in(folder));
        assertThat(watcher.isRunning()).isTrue();
        assertThat(watcher.alive()).isFalse();
        assertThat(foreign).hasValue(0);

        refusing = false;
        awaitForeign(1);
        await().untilAsserted(() -> assertThat(watcher.alive()).isTrue());
    }

    @Test
    void aListenerThatThrowsDoesNotEndIt() {
        start(TopicDatabase.in(folder));
        db.signal.subscribe(commit -> {
            throw new IllegalStateException("expected in this test");
        });
        db.run(INSERT);
        awaitForeign(2);
        assertThat(watcher.alive()).isTrue();
    }

    @Test
    void anInterruptDoesNotEndItNorMakeItSpin() {
        start(TopicDatabase.in(folder));
        Thread thread = watcherThreads().get(0);
        thread.interrupt();
        await().until(() -> !thread.isInterrupted());
        db.run(INSERT);
        awaitForeign(2);
        assertThat(watcher.alive()).isTrue();
    }

    @Test
    void canBeStoppedAndStartedAgain() throws SQLException {
        start(TopicDatabase.in(folder));
        watcher.stop();
        assertThat(watcher.isRunning()).isFalse();
        assertThat(watcher.alive()).isFalse();
        assertThat(opened.get(0).isClosed()).isTrue();
        assertThat(watcherThreads()).isEmpty();
        db.run(INSERT);

        watcher.start();
        watcher.start();
        assertThat(foreign).as("what was missed while stopped").hasValue(2);
        db.run(INSERT);
        awaitForeign(3);
        assertThat(watcherThreads()).hasSize(1);
    }

    @Test
    void stopCallsBackAndThePhaseIsBeforeTheListeners() {
        start(TopicDatabase.in(folder));
        AtomicInteger called = new AtomicInteger();
        watcher.stop(called::incrementAndGet);
        assertThat(called).hasValue(1);
        assertThat(watcher.getPhase()).isEqualTo(Integer.MAX_VALUE - 100);
        assertThat(watcher.isAutoStartup()).isTrue();
    }

    @Test
    void withLocalAloneOnlyThisProcessIsHeard() {
        db = TopicDatabase.in(folder);
        watcher = new Watcher(db.database, db.signal, WatcherSettings.defaults().withSources(WakeSource.LOCAL));
        db.signal.subscribe(this::count);
        watcher.start();
        assertThat(watcher.alive()).isTrue();
        assertThat(watcherThreads()).isEmpty();
        db.run(INSERT);
        db.publisher.publish("a", "x");
        assertThat(watcher.wakeups(WakeSource.LOCAL)).isEqualTo(1);
        assertThat(foreign).hasValue(0);
    }

    @Test
    void aDatabaseInMemoryNeedsNoThread() {
        db = TopicDatabase.in(folder);
        watcher = new Watcher((Watched) null, db.signal, settings());
        watcher.start();
        assertThat(watcher.alive()).isTrue();
        assertThat(watcherThreads()).isEmpty();
        watcher.stop();
        assertThat(watcher.alive()).isFalse();
    }

    @Test
    void itsConnectionCannotWrite() throws SQLException {
        start(TopicDatabase.in(folder));
        watcher.stop();
        try (DataVersion version = DataVersion.open(this::connect)) {
            assertThat(version.look()).isPresent();
            try (Statement statement = opened.get(opened.size() - 1).createStatement()) {
                org.assertj.core.api.Assertions.assertThatThrownBy(() -> statement.execute(INSERT))
                        .isInstanceOf(SQLException.class);
            }
        }
    }

    private void start(TopicDatabase database) {
        db = database;
        db.signal.subscribe(this::count);
        watcher = new Watcher(new Watched(db.file, this::connect, () -> {}), db.signal, settings());
        watcher.start();
    }

    private WatcherSettings settings() {
        return WatcherSettings.defaults().withStrategy(strategy);
    }

    private Connection connect() throws SQLException {
        if (refusing) {
            throw new SQLException("refused by this test");
        }
        Connection connection = db.database.connections().open();
        opened.add(connection);
        return connection;
    }

    private void count(Commit commit) {
        if (commit instanceof Commit.Foreign) {
            foreign.incrementAndGet();
        }
    }

    private void awaitForeign(int times) {
        await().atMost(Duration.ofSeconds(10))
                .untilAsserted(() -> assertThat(foreign).hasValue(times));
    }

    private static List<Thread> watcherThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("askr-watcher") && thread.isAlive())
                .toList();
    }
}
