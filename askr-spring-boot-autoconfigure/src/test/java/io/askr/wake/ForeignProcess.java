package io.askr.wake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** Another process that runs SQL on a database, one line at a time; each is committed by itself. */
final class ForeignProcess implements AutoCloseable {

    static final String INSERT = "insert into askr_events (channel, payload) values ('a', 'theirs')";

    private static final String SCRIPT =
            """
            import sqlite3, sys
            db = sqlite3.connect(sys.argv[1], timeout=30, isolation_level=None)
            print("ready", flush=True)
            for line in sys.stdin:
                times, sql = line.rstrip("\\n").split(" ", 1)
                for n in range(int(times)):
                    row = db.execute(sql).fetchone()
                print(row[0] if row else "done", flush=True)
            """;

    private final Process process;
    private final Writer requests;
    private final BufferedReader answers;

    private ForeignProcess(Process process) {
        this.process = process;
        this.requests = process.outputWriter();
        this.answers = process.inputReader();
    }

    /** Starts it, or skips the test where python is not installed. */
    static ForeignProcess on(Path database) {
        try {
            Process process = new ProcessBuilder("python3", "-c", SCRIPT, database.toString())
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            ForeignProcess foreign = new ForeignProcess(process);
            assumeTrue("ready".equals(foreign.answers.readLine()), "python3 with sqlite3 is not installed");
            return foreign;
        } catch (IOException absent) {
            assumeTrue(false, "python3 is not installed: " + absent);
            throw new UncheckedIOException(absent);
        }
    }

    /** Runs a statement; returns the first column of its first row, or "done". */
    String run(String sql) {
        return run(1, sql);
    }

    String run(int times, String sql) {
        try {
            requests.write(times + " " + sql + "\n");
            requests.flush();
            String answer = answers.readLine();
            assertThat(answer).as("the answer to " + sql).isNotNull();
            return answer;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    @Override
    public void close() {
        try {
            requests.close();
            assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } finally {
            process.destroyForcibly();
        }
    }
}
