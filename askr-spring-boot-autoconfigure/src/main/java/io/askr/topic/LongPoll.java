package io.askr.topic;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One poll that waits. It is woken like a listener and reads on a shared thread; wakes that come while it reads are one
 * more read. However it ends, its registration and its timer end first, then the result is completed, by another thread.
 */
final class LongPoll implements TopicWakes.Target {

    private final TopicLog log;
    private final TopicFilter filter;
    private final int limit;
    private final PollThreads threads;
    private final Duration requery;
    private final long deadline;
    private final Consumer<LongPoll> onEnd;
    private final CompletableFuture<List<TopicEvent<byte[]>>> result = new CompletableFuture<>();
    private final AtomicInteger wakes = new AtomicInteger();
    private volatile long position;
    private volatile boolean ended;
    private TopicWakes.@Nullable Registration registration;
    private @Nullable Future<?> timer;

    LongPoll(
            TopicLog log,
            TopicFilter filter,
            long afterSeq,
            int limit,
            Duration wait,
            Duration requery,
            PollThreads threads,
            Consumer<LongPoll> onEnd) {
        this.log = log;
        this.filter = filter;
        this.position = afterSeq;
        this.limit = limit;
        this.deadline = System.nanoTime() + wait.toNanos();
        this.requery = requery;
        this.threads = threads;
        this.onEnd = onEnd;
    }

    /** Registers, which wakes it, and so reads for the first time after it has registered. */
    @SuppressWarnings("FutureReturnValueIgnored")
    CompletableFuture<List<TopicEvent<byte[]>>> start(TopicWakes wakes) {
        result.whenComplete((events, failure) -> end());
        TopicWakes.Registration registered = wakes.register(filter, this);
        synchronized (this) {
            if (!ended) {
                registration = registered;
                return result;
            }
        }
        registered.close();
        return result;
    }

    @Override
    public void wake() {
        if (wakes.getAndIncrement() == 0) {
            threads.read(this::read);
        }
    }

    /** What does not concern it costs it nothing: its next read begins where the last one ended. */
    @Override
    public void skip(long from, long to) {}

    @Override
    public long reached() {
        return position;
    }

    /** Ends it without events. */
    void finish() {
        finish(List.of());
    }

    private void read() {
        int taken = wakes.get();
        if (ended) {
            return;
        }
        try {
            TopicPage page = log.page(filter, position, limit, AskrTopics.MAX_BYTES);
            position = page.reached();
            if (page.events().isEmpty()) {
                keepWaiting();
            } else {
                finish(page.events());
            }
        } catch (RuntimeException | Error failure) {
            finish(failure);
        }
        if (wakes.addAndGet(-taken) > 0) {
            threads.read(this::read);
        }
    }

    private synchronized void keepWaiting() {
        long left = deadline - System.nanoTime();
        if (left <= 0) {
            finish();
        } else if (timer == null && !ended) {
            timer = threads.in(Duration.ofNanos(Math.min(left, jittered())), this::due);
        }
    }

    /** The time is up, or a wake may have been lost. */
    private synchronized void due() {
        timer = null;
        keepWaiting();
        if (!ended) {
            wake();
        }
    }

    private long jittered() {
        long longest = requery.toNanos();
        return longest - ThreadLocalRandom.current().nextLong(longest / 4 + 1);
    }

    private void finish(List<TopicEvent<byte[]>> events) {
        if (end()) {
            threads.complete(() -> result.complete(events));
        }
    }

    private void finish(Throwable failure) {
        if (end()) {
            threads.complete(() -> result.completeExceptionally(failure));
        }
    }

    /** Leaves nothing behind but the result; false where it had ended before. */
    private synchronized boolean end() {
        if (ended) {
            return false;
        }
        ended = true;
        if (registration != null) {
            registration.close();
        }
        if (timer != null) {
            timer.cancel(false);
        }
        onEnd.accept(this);
        return true;
    }
}
