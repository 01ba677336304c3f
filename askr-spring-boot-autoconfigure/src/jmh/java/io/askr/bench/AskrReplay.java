package io.askr.bench;

import io.askr.listener.AckMode;
import io.askr.listener.AskrListener;
import io.askr.listener.AskrListenerRegistry;
import io.askr.topic.TopicEvent;
import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.springframework.jdbc.core.JdbcTemplate;

/** A new subscriber of all channels reads a million events in {@link AckMode#BATCH}. */
@State(Scope.Benchmark)
public class AskrReplay {

    private static final String LISTENER = "replay";

    /** Whether the handler takes lists, or one event at a time. */
    @Param("LISTS")
    public String handler;

    /** Events a page. */
    @Param("100")
    public int page;

    private BenchApp app;
    private Replay replay;

    /**
     * Starts the application.
     *
     * @throws IOException if there is no folder for it
     * @throws SQLException if the log can't be made
     */
    @Setup
    public void start() throws IOException, SQLException {
        Class<? extends Replay> listener = handler.equals("LISTS") ? Lists.class : Events.class;
        app = BenchApp.start(BenchApp.url(ReplayLog.folder()), List.of(listener), "askr.listener.batch-size=" + page);
        replay = app.bean(listener);
    }

    /** Puts the subscriber back to the start. */
    @Setup(Level.Iteration)
    public void rewind() {
        new JdbcTemplate(app.bean(DataSource.class)).update("delete from askr_subscribers");
        replay.reset();
    }

    /**
     * Reads all events.
     *
     * @return bytes seen
     * @throws InterruptedException if interrupted
     */
    @Benchmark
    public long replay() throws InterruptedException {
        AskrListenerRegistry registry = app.bean(AskrListenerRegistry.class);
        registry.start(LISTENER);
        replay.await();
        return replay.bytes;
    }

    /** Stops the listener. */
    @TearDown(Level.Iteration)
    public void stopListener() {
        app.bean(AskrListenerRegistry.class).stop(LISTENER);
    }

    /** Ends the application. */
    @TearDown
    public void stop() {
        app.close();
    }

    /** Counts what comes. */
    abstract static class Replay {

        private long bytes;
        private int left;
        private volatile CountDownLatch done = new CountDownLatch(1);

        void reset() {
            bytes = 0;
            left = ReplayLog.EVENTS;
            done = new CountDownLatch(1);
        }

        void seen(TopicEvent<byte[]> event) {
            bytes += event.payload().length + event.channel().length();
            if (--left == 0) {
                done.countDown();
            }
        }

        void await() throws InterruptedException {
            if (!done.await(5, TimeUnit.MINUTES)) {
                throw new IllegalStateException(left + " events have not come");
            }
        }
    }

    static class Lists extends Replay {

        @AskrListener(
                id = LISTENER,
                topics = "*",
                subscriber = "replay",
                ackMode = AckMode.BATCH,
                autoStartup = "false")
        void on(List<TopicEvent<byte[]>> events) {
            events.forEach(this::seen);
        }
    }

    static class Events extends Replay {

        @AskrListener(
                id = LISTENER,
                topics = "*",
                subscriber = "replay",
                ackMode = AckMode.BATCH,
                autoStartup = "false")
        void on(TopicEvent<byte[]> event) {
            seen(event);
        }
    }
}
