package io.askr.bench;

import io.askr.listener.AskrListener;
import io.askr.topic.AskrTopicPublisher;
import io.askr.topic.TopicEvent;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** From the call of {@code publish} to the start of the handler in the same process. */
@State(Scope.Thread)
public class LocalWake {

    private static final String CHANNEL = "wake";
    private static final int LONGEST_PAUSE_MICROS = 8000;

    /** Who calls the handler: a listener, or a poller. */
    @Param("LISTENER")
    public String by;

    /** Events an iteration. */
    @Param("500")
    public int events;

    private Path folder;
    private BenchApp app;
    private Poller poller;
    private AskrTopicPublisher publisher;

    /**
     * Starts the application, and the poller beside it.
     *
     * @throws IOException if there is no folder for it
     * @throws SQLException if the poller can't connect
     */
    @Setup
    public void start() throws IOException, SQLException {
        folder = Folders.fresh();
        boolean listens = by.equals("LISTENER");
        app = BenchApp.start(BenchApp.url(folder), listens ? List.of(Listener.class) : List.of());
        publisher = app.bean(AskrTopicPublisher.class);
        if (!listens) {
            poller = new Poller(BenchApp.url(folder), CHANNEL, payload -> Listener.stamps.handled(payload)).start();
        }
    }

    /** Forgets what came. */
    @Setup(Level.Iteration)
    public void reset() {
        Listener.stamps = new Stamps(events);
    }

    /** What an iteration found, in milliseconds. */
    @AuxCounters(AuxCounters.Type.EVENTS)
    @State(Scope.Thread)
    public static class Found {

        /** From the call, median. */
        public double p50;

        /** From the call, 99 of 100. */
        public double p99;

        /** From the return of the call, median; negative where the handler starts earlier. */
        public double afterReturnP50;
    }

    /**
     * Publishes events, with pauses.
     *
     * @param found how long each took
     */
    @Benchmark
    public void wake(Found found) {
        long[] called = new long[events];
        long[] returned = new long[events];
        Pauses pauses = new Pauses(LONGEST_PAUSE_MICROS);
        for (int event = 0; event < events; event++) {
            pauses.pause();
            byte[] payload = Stamps.payload(event);
            called[event] = System.nanoTime();
            publisher.publish(CHANNEL, payload);
            returned[event] = System.nanoTime();
        }
        long[] handled = Listener.stamps.await(events);
        Percentiles fromCall = Percentiles.between(called, handled);
        found.p50 = fromCall.at(50);
        found.p99 = fromCall.at(99);
        found.afterReturnP50 = Percentiles.between(returned, handled).at(50);
    }

    /**
     * Ends it.
     *
     * @throws IOException if the files can't be removed
     * @throws SQLException if the poller can't be closed
     */
    @TearDown
    public void stop() throws IOException, SQLException {
        if (poller != null) {
            poller.close();
        }
        app.close();
        Folders.delete(folder);
    }

    static class Listener {

        private static volatile Stamps stamps = new Stamps(0);

        @AskrListener(topics = CHANNEL)
        void on(TopicEvent<byte[]> event) {
            stamps.handled(event.payload());
        }
    }
}
