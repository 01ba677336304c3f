package io.askr.topic;

import static org.assertj.core.api.Assertions.assertThat;

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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ours and others commit at once; whoever reads only when woken has read everything in the end, and is at the end. */
class WakesUnderLoadTests {

    private static final String[] CHANNELS = {"a", "b.1", "b.2", "noise"};

    @TempDir
    Path folder;

    @Test
    void nothingIsMissedAndEverybodyGetsToTheEnd() throws Exception {
        try (TopicDatabase db = TopicDatabase.in(folder);
                TopicWakes wakes = new TopicWakes(db.database, db.signal)) {
            Watcher watcher = new Watcher(db.database, db.signal, WatcherSettings.defaults());
            watcher.start();
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

    private static Callable<Void> ours(TopicDatabase db, int seed) {
        Random random = new Random(seed);
        return () -> {
            for (int n = 0; n < 60; n++) {
                db.publisher.publish(CHANNELS[random.nextInt(CHANNELS.length)], "ours");
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
                    insert.setString(1, CHANNELS[random.nextInt(CHANNELS.length)]);
                    insert.execute();
                }
            }
            return null;
        };
    }
}
