package io.askr.jdbc;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.scheduling.concurrent.CustomizableThreadFactory;

/**
 * Writes outside a transaction. A caller that finds the writer free commits for itself, at once. Whoever comes meanwhile
 * queues; a kept thread then commits what has queued in groups, until nothing comes any more, and the next caller is alone
 * again. The {@link WriteLock} is taken for each commit, behind whoever came before.
 */
final class Writer implements AutoCloseable {

    private static final int MOST_QUEUED = 10_000;
    private static final int MOST_IN_A_GROUP = 256;
    private static final long LINGER = 200_000;

    private final WriteLock lock;
    private final Duration timeout;
    private final WriterObservers observers;
    private final ForeignWriters foreign = new ForeignWriters();
    private final WriterConnection connection;
    private final GroupCommit groups;
    private final BlockingQueue<WriteRequest<?>> queue = new ArrayBlockingQueue<>(MOST_QUEUED);
    private final AtomicBoolean led = new AtomicBoolean();
    private final ThreadPoolExecutor kept;
    private WriteLock.@Nullable Place ahead;
    private volatile boolean closed;

    Writer(ConnectionOpener opener, Dialect dialect, WriteLock lock, Duration timeout, WriterObservers observers) {
        this.lock = lock;
        this.timeout = timeout;
        this.observers = observers;
        this.connection = new WriterConnection(opener, dialect, foreign);
        this.groups = new GroupCommit(connection);
        CustomizableThreadFactory threads = new CustomizableThreadFactory("askr-writer-");
        threads.setDaemon(true);
        this.kept = new ThreadPoolExecutor(1, 1, 10, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), threads);
        this.kept.allowCoreThreadTimeOut(true);
    }

    <T extends @Nullable Object> T write(Function<Session, T> work) {
        lock.refuseHolder();
        WriteRequest<T> request = new WriteRequest<>(work, deadline(), null);
        requireOpen();
        if (led.compareAndSet(false, true)) {
            return lead(request);
        }
        enqueue(request);
        refuseIfClosed(request);
        return request.await();
    }

    <T extends @Nullable Object> CompletableFuture<T> submit(Function<Session, T> work) {
        CompletableFuture<T> future = new CompletableFuture<>();
        WriteRequest<T> request = new WriteRequest<>(work, deadline(), future);
        requireOpen();
        if (!queue.offer(request)) {
            throw new IllegalStateException(
                    MOST_QUEUED + " writes are waiting: nothing was written. Slow down, or use the synchronous call");
        }
        serveIfNobodyLeads();
        refuseIfClosed(request);
        return future;
    }

    private <T extends @Nullable Object> T lead(WriteRequest<T> request) {
        boolean interrupted = Thread.interrupted();
        try {
            foreign.giveWay();
            request.take();
            commit(List.of(request));
        } finally {
            passOn();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
        return request.outcome();
    }

    private void enqueue(WriteRequest<?> request) {
        try {
            if (!queue.offer(request, request.left(), TimeUnit.NANOSECONDS)) {
                throw new WriteLockTimeoutException("the write waited too long behind " + MOST_QUEUED
                        + " others (askr.writer.timeout = " + timeout.toMillis() + " ms); nothing was written");
            }
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            throw new WriteLockTimeoutException("interrupted while waiting to write; nothing was written");
        }
        serveIfNobodyLeads();
    }

    /** The leader may have looked at the queue just before this was put there. */
    private void serveIfNobodyLeads() {
        if (led.compareAndSet(false, true)) {
            serveQueued();
        }
    }

    /** Ends a lead: the kept thread goes on where others have queued. */
    private void passOn() {
        if (queue.isEmpty()) {
            leaveLine();
            led.set(false);
            if (queue.isEmpty() || !led.compareAndSet(false, true)) {
                return;
            }
        }
        serveQueued();
    }

    private void serveQueued() {
        try {
            kept.execute(this::serve);
        } catch (RejectedExecutionException ex) {
            refuseQueued();
            leaveLine();
            led.set(false);
        }
    }

    private void serve() {
        try {
            for (List<WriteRequest<?>> group = next(); !group.isEmpty(); group = next()) {
                commit(group);
                foreign.giveWay();
            }
        } catch (InterruptedException ex) {
            refuseQueued();
        } finally {
            passOn();
        }
    }

    /** What has queued; empty when for a while nothing has come. */
    private List<WriteRequest<?>> next() throws InterruptedException {
        List<WriteRequest<?>> queued = new ArrayList<>();
        if (queue.drainTo(queued, MOST_IN_A_GROUP) == 0) {
            WriteRequest<?> late = queue.poll(LINGER, TimeUnit.NANOSECONDS);
            if (late == null) {
                return queued;
            }
            queued.add(late);
            queue.drainTo(queued, MOST_IN_A_GROUP - 1);
        }
        queued.removeIf(request -> !request.take());
        return queued.isEmpty() ? next() : queued;
    }

    private void commit(List<WriteRequest<?>> group) {
        List<WriteRequest<?>> waiting = new ArrayList<>(group);
        while (!waiting.isEmpty()) {
            long began = System.nanoTime();
            WriteLock.Place place;
            try {
                place = lock.acquireForCallers(
                        takeAhead(), Duration.ofNanos(Math.max(0, waiting.get(0).left())));
            } catch (WriteLockTimeoutException ex) {
                waiting.removeIf(request -> failedIfLate(request, ex));
                continue;
            }
            observers.waited(System.nanoTime() - began);
            try {
                groups.commit(waiting);
                observers.committed(waiting.size());
            } catch (RuntimeException | Error ex) {
                waiting.forEach(request -> request.failed(ex));
            } finally {
                lineUp();
                place.close();
                foreign.released();
            }
            return;
        }
    }

    /** Behind who waits now, and before who comes while the thread that serves the queue is on its way. */
    private void lineUp() {
        if (!queue.isEmpty() && !foreign.isGapDue()) {
            ahead = lock.line();
        }
    }

    private WriteLock.@Nullable Place takeAhead() {
        WriteLock.Place taken = ahead;
        ahead = null;
        return taken;
    }

    private void leaveLine() {
        WriteLock.Place taken = takeAhead();
        if (taken != null) {
            taken.close();
        }
    }

    private static boolean failedIfLate(WriteRequest<?> request, WriteLockTimeoutException reason) {
        boolean late = request.left() <= 0 || Thread.currentThread().isInterrupted();
        if (late) {
            request.failed(reason);
        }
        return late;
    }

    private void refuseQueued() {
        for (WriteRequest<?> request = queue.poll(); request != null; request = queue.poll()) {
            if (request.take()) {
                request.failed(shuttingDown());
            }
        }
    }

    /** It may have been put there just after the queue was emptied for the last time. */
    private void refuseIfClosed(WriteRequest<?> request) {
        if (closed && request.withdraw()) {
            throw shuttingDown();
        }
    }

    private void requireOpen() {
        if (closed) {
            throw shuttingDown();
        }
    }

    /** The next commit opens another connection. */
    void reopen() {
        connection.outdated();
    }

    private static IllegalStateException shuttingDown() {
        return new IllegalStateException("the application is shutting down: nothing was written");
    }

    private long deadline() {
        return System.nanoTime() + timeout.toNanos();
    }

    /** Commits what has queued, as far as the timeout lets it, refuses the rest and closes the connection. */
    @Override
    public void close() {
        closed = true;
        long deadline = deadline();
        try {
            while (!led.compareAndSet(false, true)) {
                if (System.nanoTime() > deadline) {
                    kept.shutdownNow();
                    refuseQueued();
                    return;
                }
                TimeUnit.MILLISECONDS.sleep(1);
            }
            kept.shutdown();
            refuseQueued();
            connection.close();
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            kept.shutdownNow();
        }
    }
}
