package io.askr.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.concurrent.locks.ReentrantLock;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Plain JDBC: all threads share one connection behind a lock, one commit each. */
@State(Scope.Benchmark)
public class LockedPublish {

    /** How SQLite syncs. */
    @Param("NORMAL")
    public String synchronous;

    /** Whether the lock serves threads in the order in which they came. */
    @Param("true")
    public boolean fair;

    private Path folder;
    private ReentrantLock lock;
    private RawPublisher publisher;

    /**
     * Opens the connection.
     *
     * @throws IOException if there is no folder for it
     * @throws SQLException if it can't be opened
     */
    @Setup
    public void open() throws IOException, SQLException {
        folder = Folders.fresh();
        PlainDatabase.create(folder);
        lock = new ReentrantLock(fair);
        publisher = new RawPublisher(BenchApp.url(folder, synchronous));
    }

    /**
     * Inserts an event.
     *
     * @return rows
     * @throws SQLException if it fails
     */
    @Benchmark
    public int publish() throws SQLException {
        lock.lock();
        try {
            return publisher.publish("bench", AskrPublish.PAYLOAD);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Closes it.
     *
     * @throws IOException if the files can't be removed
     * @throws SQLException if it can't be closed
     */
    @TearDown
    public void close() throws IOException, SQLException {
        publisher.close();
        Folders.delete(folder);
    }
}
