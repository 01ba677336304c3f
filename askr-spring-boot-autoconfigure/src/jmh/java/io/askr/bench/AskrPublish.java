package io.askr.bench;

import io.askr.topic.AskrTopicPublisher;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** {@link AskrTopicPublisher#publish} outside a transaction. */
@State(Scope.Benchmark)
public class AskrPublish {

    static final byte[] PAYLOAD = new byte[100];

    /** How SQLite syncs. */
    @Param("NORMAL")
    public String synchronous;

    private Path folder;
    private BenchApp app;
    private AskrTopicPublisher publisher;

    /**
     * Starts the application.
     *
     * @throws IOException if there is no folder for it
     */
    @Setup
    public void start() throws IOException {
        folder = Folders.fresh();
        app = BenchApp.start(BenchApp.url(folder, synchronous), List.of());
        publisher = app.bean(AskrTopicPublisher.class);
    }

    /**
     * Publishes an event.
     *
     * @return its seq
     */
    @Benchmark
    public long publish() {
        return publisher.publish("bench", PAYLOAD);
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
