package io.askr.jdbc;

import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.scheduling.concurrent.CustomizableThreadFactory;

/** Writes whose caller does not wait: in the order of the calls, on one thread that ends when it has been idle. */
final class AsyncWrites implements AutoCloseable {

    private static final int MOST = 10_000;

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final ThreadPoolExecutor executor;

    AsyncWrites() {
        CustomizableThreadFactory threads = new CustomizableThreadFactory("askr-writer-");
        threads.setDaemon(true);
        this.executor = new ThreadPoolExecutor(1, 1, 10, TimeUnit.SECONDS, new ArrayBlockingQueue<>(MOST), threads);
        this.executor.allowCoreThreadTimeOut(true);
    }

    <T extends @Nullable Object> CompletableFuture<T> submit(Supplier<T> write) {
        Task<T> task = new Task<>(new CompletableFuture<>(), write);
        try {
            executor.execute(task);
            return task.result();
        } catch (RejectedExecutionException ex) {
            throw new IllegalStateException(
                    executor.isShutdown()
                            ? "the application is shutting down: nothing was written"
                            : MOST + " asynchronous writes are waiting: nothing was written. Slow down, or use the"
                                    + " synchronous call",
                    ex);
        }
    }

    /** Gives the waiting writes some time, then tells the rest that they were not made. */
    @Override
    public void close() {
        executor.shutdown();
        boolean done = false;
        try {
            done = executor.awaitTermination(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
        if (!done) {
            executor.shutdownNow().forEach(task -> ((Task<?>) task).refuse());
        }
    }

    private record Task<T extends @Nullable Object>(CompletableFuture<T> result, Supplier<T> write)
            implements Runnable {

        @Override
        public void run() {
            try {
                result.complete(write.get());
            } catch (RuntimeException | Error ex) {
                result.completeExceptionally(ex);
            }
        }

        void refuse() {
            result.completeExceptionally(
                    new IllegalStateException("the application shut down before this was written"));
        }
    }
}
