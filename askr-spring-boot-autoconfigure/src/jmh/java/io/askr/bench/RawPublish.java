package io.askr.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Plain JDBC, a connection for each thread; SQLite's own busy handler keeps them apart. */
@State(Scope.Benchmark)
public class RawPublish {

    /** How SQLite syncs. */
    @Param("NORMAL")
    public String synchronous;

    private Path folder;

    /**
     * Creates the database.
     *
     * @throws IOException if there is no folder for it
     */
    @Setup
    public void create() throws IOException {
        folder = Folders.fresh();
        PlainDatabase.create(folder);
    }

    /** A thread's connection. */
    @State(Scope.Thread)
    public static class PerThread {

        private RawPublisher publisher;

        /**
         * Opens it.
         *
         * @param database where
         * @throws SQLException if it can't be opened
         */
        @Setup
        public void open(RawPublish database) throws SQLException {
            publisher = new RawPublisher(BenchApp.url(database.folder, database.synchronous));
        }

        /**
         * Closes it.
         *
         * @throws SQLException if it can't be closed
         */
        @TearDown
        public void close() throws SQLException {
            publisher.close();
        }
    }

    /**
     * Inserts an event.
     *
     * @param thread the connection
     * @return rows
     * @throws SQLException if it fails
     */
    @Benchmark
    public int publish(PerThread thread) throws SQLException {
        return thread.publisher.publish("bench", AskrPublish.PAYLOAD);
    }

    /**
     * Removes the database.
     *
     * @throws IOException if the files can't be removed
     */
    @TearDown
    public void delete() throws IOException {
        Folders.delete(folder);
    }
}
