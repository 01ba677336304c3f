package io.askr.topic;

import static org.assertj.core.api.Assertions.assertThat;

import io.askr.wake.Commit;
import io.askr.wake.CommitSignal;
import io.askr.wake.Watcher;
import io.askr.wake.WatcherSettings;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Ours and others commit and roll back at once; whoever reads only when woken has read everything in the end, and is at
 * the end.
 */
class WakesUnderLoadTests {

    private static final String[] CHANNELS = {"a", "b.1", "b.2", "noise"};

    @TempDir
    Path folder;

    @Test
    void nothingIsMissedAndEverybodyGetsToTheEnd() throws Exception {
        nothingIsMissed(false);
    }

    @Test
    void nothingIsMissedWhereOurSignalsComeLateAndInAnotherOrder() throws Exception {
        nothingIsMissed(true);
    }

    private void nothingIsMissed(boolean late) throws Exception {
        CommitSignal heard = new CommitSignal();
        LateSignals lateSignals = new LateSignals(heard);
        try (lateSignals;
                TopicDatabase db = TopicDatabase.in(folder);
                TopicWakes wakes = new TopicWakes(db.database, heard)) {
            Watcher watcher = new Watcher(db.database, heard, WatcherSettings.defaults());
            watcher.start();
            db.signal.subscribe(late ? lateSignals : commit -> heard.local((Commit.Local) commit));
            List<WokenReader> readers = new ArrayList<>();
            ExecutorService writers = Executors.newFixedThreadPool(4);
            try {
                for (int round = 0; round < 8; round++) {
                    WokenReader reader = new WokenReader(
                            db.log,
                            TopicFilter.of(List.of("a", "b.*", "*", "none").get(round % 4)));
                    List<Future<Void>> done = new ArrayList<>();
                    for (int writer = 0; writer < 4; writer++) {
                        done.add(writers.submit(writer % 2 == 0 ? ours(db, round) : theirs(db, round)));
                    }
                    wakes.register(reader.filter(), reader);
                    readers.add(reader);
                    for (Future<Void> each : done) {
                        each.get();
                    }
                    readers.forEach(WokenReader::awaitEnd);
                }
                for (WokenReader reader : readers) {
                    assertThat(reader.seqs())
                            .isEqualTo(db.topics.read(reader.filter(), 0, 100_000).stream()
                                    .map(TopicEvent::seq)
                                    .toList());
                }
            } finally {
                writers.shutdownNow();
                readers.forEach(WokenReader::close);
                watcher.stop();
            }
        }
    }

    /** Alone and in transactions, committed, rolled back, and rolled back to a savepoint. */
    private static Callable<Void> ours(TopicDatabase db, int seed) {
        Random random = new Random(seed);
        TransactionTemplate transactions = new TransactionTemplate(new JdbcTransactionManager(db.dataSource));
        return () -> {
            for (int n = 0; n < 60; n++) {
                String channel = CHANNELS[random.nextInt(CHANNELS.length)];
                String another = CHANNELS[random.nextInt(CHANNELS.length)];
                switch (random.nextInt(6)) {
                    case 0 ->
                        transactions.executeWithoutResult(status -> {
                            db.publisher.publish(channel, "ours");
                            db.publisher.publish(another, "ours");
                        });
                    case 1 ->
                        transactions.executeWithoutResult(status -> {
                            db.publisher.publish(channel, "undone");
                            status.setRollbackOnly();
                        });
                    case 2 ->
                        transactions.executeWithoutResult(status -> {
                            Object savepoint = status.createSavepoint();
                            db.publisher.publishAll(channel, List.of("undone", "undone"));
                            status.rollbackToSavepoint(savepoint);
                        });
                    case 3 -> db.publisher.publishAll(channel, List.of("ours", "ours", "ours"));
                    default -> db.publisher.publish(channel, "ours");
                }
            }
            return null;
        };
    }

    private static Callable<Void> theirs(TopicDatabase db, int seed) {
        Random random = new Random(-seed);
        return () -> {
            try (Connection connection = db.dataSource.getConnection();
                    PreparedStatement insert = connection.prepareStatement(
                            "insert into askr_events (channel, payload) values (?, 'theirs')")) {
                for (int n = 0; n < 60; n++) {
                    boolean rollBack = random.nextInt(4) == 0;
                    connection.setAutoCommit(!rollBack);
                    insert.setString(1, CHANNELS[random.nextInt(CHANNELS.length)]);
                    insert.execute();
                    if (rollBack) {
                        connection.rollback();
                    }
                }
            }
            return null;
        };
    }

    /** Tells of our commits after a while, in any order, and of some never. */
    private static final class LateSignals implements Consumer<Commit>, AutoCloseable {

        private final ScheduledExecutorService later = Executors.newScheduledThreadPool(2);
        private final CommitSignal heard;

        LateSignals(CommitSignal heard) {
            this.heard = heard;
        }

        @Override
        public void accept(Commit commit) {
            int delay = ThreadLocalRandom.current().nextInt(20_000);
            if (delay > 2_000) {
                later.schedule(() -> heard.local((Commit.Local) commit), delay, TimeUnit.MICROSECONDS);
            }
        }

        @Override
        public void close() {
            later.shutdownNow();
        }
    }
}
