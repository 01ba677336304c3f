package io.askr.test;

import io.askr.listener.AskrListenerRegistry;
import io.askr.listener.ListenerContainer;
import io.askr.topic.TopicLog;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;

/**
 * Waits until the listeners have nothing left to do, without sleeping: {@code drain.drain(Duration.ofSeconds(5))} after a
 * test has published, before it looks at what the listeners did.
 *
 * @since 0.1.0
 */
public final class AskrDrain {

    private final AskrListenerRegistry registry;
    private final TopicLog log;

    /**
     * Creates it.
     *
     * @param registry the listeners
     * @param log the log they read
     */
    public AskrDrain(AskrListenerRegistry registry, TopicLog log) {
        this.registry = registry;
        this.log = log;
    }

    /**
     * Waits until every listener that runs and is not paused has come to the end of the log, also over events that were
     * published meanwhile: each event was handled, parked or skipped.
     *
     * @param timeout how long to wait at most
     * @throws AssertionError if a listener has not come so far in time; says which, and what holds it up
     */
    public void drain(Duration timeout) {
        long deadline = System.nanoTime() + timeout.toNanos();
        long end = log.lastSeq();
        long reached;
        do {
            reached = end;
            awaitAll(reached, deadline, timeout);
            end = log.lastSeq();
        } while (end > reached);
    }

    private void awaitAll(long seq, long deadline, Duration timeout) {
        List<CompletableFuture<Void>> futures =
                active().stream().map(container -> container.whenReached(seq)).toList();
        try {
            CompletableFuture.allOf(futures.toArray(CompletableFuture[]::new))
                    .get(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            throw new AssertionError(
                    "after " + timeout + " the log's end at " + seq + " is not reached by " + behind(seq), e);
        } catch (ExecutionException e) {
            throw new IllegalStateException("waiting for listeners failed", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for listeners", e);
        } finally {
            futures.forEach(future -> future.cancel(false));
        }
    }

    private List<ListenerContainer> active() {
        return registry.containers().stream()
                .filter(container -> container.isRunning() && !container.isPaused())
                .toList();
    }

    private String behind(long seq) {
        return active().stream()
                .filter(container -> container.position() < seq)
                .map(AskrDrain::state)
                .collect(Collectors.joining("; "));
    }

    private static String state(ListenerContainer container) {
        String doing = container.isIdle() ? "asleep" : "at work";
        return container.id() + " at " + container.position() + ", "
                + container
                        .lastFailure()
                        .map(failure -> "held up by " + failure)
                        .orElse(doing);
    }
}
