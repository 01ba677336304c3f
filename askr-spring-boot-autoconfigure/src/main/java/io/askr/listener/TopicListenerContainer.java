package io.askr.listener;

import io.askr.topic.TopicFilter;
import io.askr.topic.TopicWakes;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.TransactionException;

/** Runs a listener: one {@link ListenerRun} from each start to the stop after it, and the place in the log over all of them. */
final class TopicListenerContainer implements ListenerContainer, TopicWakes.Target, IdleCursors.Idler {

    private final ListenerEndpoint endpoint;
    private final Cursor cursor;
    private final ListenerReport report;
    private final TopicWakes wakes;
    private final ListenerRun.Starter starter;
    private final IdleCursors idleCursors;
    private final Duration shutdownTimeout;
    private volatile @Nullable ListenerRun run;
    private volatile boolean paused;

    TopicListenerContainer(
            ListenerEndpoint endpoint,
            Cursor cursor,
            ListenerReport report,
            TopicWakes wakes,
            ListenerRun.Starter starter,
            IdleCursors idleCursors,
            Duration shutdownTimeout) {
        this.endpoint = endpoint;
        this.cursor = cursor;
        this.report = report;
        this.wakes = wakes;
        this.starter = starter;
        this.idleCursors = idleCursors;
        this.shutdownTimeout = shutdownTimeout;
    }

    ListenerEndpoint endpoint() {
        return endpoint;
    }

    @Override
    public String id() {
        return endpoint.id();
    }

    @Override
    public Optional<String> subscriber() {
        return Optional.ofNullable(endpoint.subscriber());
    }

    @Override
    public TopicFilter filter() {
        return endpoint.filter();
    }

    @Override
    public AckMode ackMode() {
        return endpoint.ackMode();
    }

    @Override
    public boolean isAutoStartup() {
        return endpoint.autoStartup();
    }

    /** Subscribes before the first read: what is committed in between is read or announced, or both. */
    @Override
    public synchronized void start() {
        if (run != null) {
            return;
        }
        cursor.open();
        ListenerRun started = starter.start(new Gate(paused), this::idle);
        run = started;
        started.registration(wakes.register(endpoint.filter(), this));
        started.gate().wake();
    }

    @Override
    public void stop() {
        requestStop().ifPresent(ending -> awaitStop(ending, System.nanoTime() + shutdownTimeout.toNanos()));
    }

    /** Begins the end of the run: no further event is delivered. */
    synchronized Optional<ListenerRun> requestStop() {
        ListenerRun ending = run;
        run = null;
        if (ending != null) {
            ending.requestStop();
        }
        return Optional.ofNullable(ending);
    }

    /** Waits for the handler, interrupts it at the deadline, and stores the cursor. */
    void awaitStop(ListenerRun ending, long deadline) {
        try {
            if (ending.await(deadline)) {
                cursor.save();
            }
        } catch (DataAccessException | TransactionException | StaleCursorException e) {
            report.unsavedAtStop(e);
        }
    }

    @Override
    public synchronized void pause() {
        paused = true;
        withRun(current -> current.gate().pause());
    }

    @Override
    public synchronized void resume() {
        paused = false;
        withRun(current -> current.gate().resume());
    }

    @Override
    public boolean isRunning() {
        ListenerRun current = run;
        return current != null && current.isAlive();
    }

    @Override
    public boolean hasDied() {
        ListenerRun current = run;
        return current != null && !current.isAlive();
    }

    @Override
    public boolean isPaused() {
        return paused;
    }

    @Override
    public boolean isIdle() {
        ListenerRun current = run;
        return current == null || current.gate().isIdle();
    }

    @Override
    public long position() {
        return cursor.position().current();
    }

    @Override
    public long reached() {
        return position();
    }

    @Override
    public CompletableFuture<Void> whenReached(long seq) {
        CompletableFuture<Void> future = cursor.position().whenReached(seq);
        wake();
        return future;
    }

    @Override
    public Optional<Throwable> lastFailure() {
        return report.lastFailure();
    }

    @Override
    public ListenerCounts counts() {
        return report.counts();
    }

    @Override
    public void wake() {
        withRun(current -> current.gate().wake());
    }

    @Override
    public void skip(long from, long to) {
        cursor.position().skip(from, to);
        announceWhenDone();
        if (cursor.keeps()) {
            idleCursors.moved(this);
        }
    }

    /** A delivery in hand has an end to report; then its own thread announces how far it has come. */
    private void announceWhenDone() {
        if (isIdle()) {
            cursor.position().announce();
        } else if (cursor.position().hasWaiters()) {
            wake();
        }
    }

    private void idle() {
        if (cursor.keeps() && cursor.position().isUnstored()) {
            idleCursors.moved(this);
        }
    }

    @Override
    public Optional<CursorSave> beginSave() {
        return cursor.beginSave();
    }

    @Override
    public void lookIfBehind() {
        if (cursor.isStale() || cursor.position().isBehind()) {
            wake();
        }
    }

    private void withRun(Consumer<ListenerRun> action) {
        ListenerRun current = run;
        if (current != null) {
            action.accept(current);
        }
    }
}
