package io.askr.topic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.askr.wake.Watcher;
import io.askr.wake.WatcherSettings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Other programs write the same file; this process notices and reads. */
class ForeignProgramsTests {

    @TempDir
    Path folder;

    private TopicDatabase db;
    private Watcher watcher;
    private TopicWakes wakes;
    private WokenReader reading;

    @BeforeEach
    void open() {
        db = TopicDatabase.in(folder);
        watcher = new Watcher(db.database, db.signal, WatcherSettings.defaults());
        wakes = new TopicWakes(db.database, db.signal);
        watcher.start();
        reading = new WokenReader(db.log, TopicFilter.pattern("orders.*"));
        wakes.register(reading.filter(), reading);
    }

    @AfterEach
    void close() {
        watcher.stop();
        wakes.close();
        reading.close();
        db.close();
    }

    @Test
    void theSqliteShellIsSeen() throws Exception {
        assumeTrue(runs("sqlite3", "--version"), "the sqlite3 shell is not installed");
        run(
                "sqlite3",
                db.file.toString(),
                "insert into askr_events (channel, payload) values ('orders.new', 'text'),"
                        + " ('other', 'x'), ('orders.new', x'00ff'), ('orders.paid', 42)");

        reading.awaitPayloads("text", "\0\uFFFD", "42");
        await().untilAsserted(() -> assertThat(reading.reached()).isEqualTo(4));
    }

    @Test
    void pythonIsSeenEventByEvent() throws Exception {
        assumeTrue(runs("python3", "-c", "import sqlite3"), "python3 with sqlite3 is not installed");
        run(
                "python3",
                "-c",
                """
                import sqlite3, sys
                db = sqlite3.connect(sys.argv[1], timeout=10, isolation_level=None)
                for n in range(200):
                    db.execute("insert into askr_events (channel, payload) values (?, ?)",
                               ("orders.%d" % (n % 3) if n % 2 else "noise", str(n) if n % 5 else str(n).encode()))
                """,
                db.file.toString());

        List<String> odd = new ArrayList<>();
        for (int n = 1; n < 200; n += 2) {
            odd.add(String.valueOf(n));
        }
        reading.awaitPayloads(odd.toArray(String[]::new));
    }

    @Test
    void whatTheyWriteWhileWeWriteTooIsAllRead() throws Exception {
        assumeTrue(runs("python3", "-c", "import sqlite3"), "python3 with sqlite3 is not installed");
        Process python = new ProcessBuilder(
                        "python3",
                        "-c",
                        """
                import sqlite3, sys
                db = sqlite3.connect(sys.argv[1], timeout=30, isolation_level=None)
                for n in range(90):
                    db.execute("insert into askr_events (channel, payload) values (?, ?)",
                               ("orders.theirs" if n % 3 else "noise", "theirs"))
                """,
                        db.file.toString())
                .inheritIO()
                .start();
        int ours = 0;
        while (python.isAlive() || ours < 90) {
            db.publisher.publish(ours % 2 == 0 ? "orders.ours" : "noise", "ours");
            ours++;
        }
        assertThat(python.waitFor()).isZero();

        int expected = 60 + (ours + 1) / 2;
        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(reading.payloads()).hasSize(expected));
        await().untilAsserted(() -> assertThat(reading.reached()).isEqualTo(db.log.lastSeq()));
        assertThat(reading.seqs()).isSorted().doesNotHaveDuplicates();
    }

    private static boolean runs(String... command) throws InterruptedException {
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            process.getInputStream().readAllBytes();
            return process.waitFor() == 0;
        } catch (IOException absent) {
            return false;
        }
    }

    private static void run(String... command) throws Exception {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(output).isZero();
    }
}
