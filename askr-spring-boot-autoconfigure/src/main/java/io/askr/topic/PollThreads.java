package io.askr.topic;

import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.springframework.scheduling.concurrent.CustomizableThreadFactory;

/**
 * The threads that all long polls share: one that keeps the time, two that read, and as many as applications' code
 * attached to results keeps busy, which so blocks neither of the others. None is there before the first poll.
 */
final class PollThreads implements AutoCloseable {

    private static final int READERS = 2;
    private static final long IDLE_SECONDS = 10;
    private static final Duration CLOSE_LIMIT = Duration.ofSeconds(5);

    private final ScheduledThreadPoolExecutor timer;
    private final ThreadPoolExecutor readers;
    private final ThreadPoolExecutor completions;

    PollThreads() {
        timer = new ScheduledThreadPoolExecutor(1, daemons("askr-poll-timer-"), new ThreadPoolExecutor.DiscardPolicy());
        timer.setRemoveOnCancelPolicy(true);
        readers = new ThreadPoolExecutor(
                READERS,
                READERS,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                daemons("askr-poll-reader-"),
                new ThreadPoolExecutor.DiscardPolicy());
        readers.allowCoreThreadTimeOut(true);
        completions = new ThreadPoolExecutor(
                0,
                Integer.MAX_VALUE,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new SynchronousQueue<>(),
                daemons("askr-poll-result-"),
                new ThreadPoolExecutor.DiscardPolicy());
    }

    void read(Runnable read) {
        readers.execute(read);
    }

    void complete(Runnable completion) {
        completions.execute(completion);
    }

    Future<?> in(Duration delay, Runnable task) {
        return timer.schedule(task, delay.toNanos(), TimeUnit.NANOSECONDS);
    }

    int timers() {
        return timer.getQueue().size();
    }

    /** Lets a read under way end, and completions begin; what is asked for from now on is not done. */
    @Override
    public void close() {
        timer.shutdownNow();
        readers.shutdown();
        completions.shutdown();
        await(readers);
    }

    private static void await(ExecutorService ending) {
        try {
            if (!ending.awaitTermination(CLOSE_LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
                ending.shutdownNow();
            }
        } catch (InterruptedException interrupted) {
            ending.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }

    private static CustomizableThreadFactory daemons(String prefix) {
        CustomizableThreadFactory threads = new CustomizableThreadFactory(prefix);
        threads.setDaemon(true);
        return threads;
    }
}
