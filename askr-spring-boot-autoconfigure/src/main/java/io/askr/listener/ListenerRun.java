package io.askr.listener;

import io.askr.topic.TopicWakes;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A listener's thread, from a start to the stop after it. */
final class ListenerRun {

    private static final Logger LOGGER = LoggerFactory.getLogger(ListenerRun.class);

    private static final Duration GRACE = Duration.ofSeconds(2);

    /** Starts the thread of a run. */
    interface Starter {

        ListenerRun start(Gate gate, Runnable idle);
    }

    private final Gate gate;
    private final Thread thread;
    private TopicWakes.@Nullable Registration registration;

    ListenerRun(Gate gate, Thread thread) {
        this.gate = gate;
        this.thread = thread;
    }

    Gate gate() {
        return gate;
    }

    boolean isAlive() {
        return thread.isAlive();
    }

    void registration(TopicWakes.Registration subscribed) {
        this.registration = subscribed;
    }

    void requestStop() {
        if (registration != null) {
            registration.close();
        }
        gate.stop();
    }

    /**
     * Waits until the handler in hand is done; interrupts it at the deadline (nano time), and leaves it after a grace.
     *
     * @return whether the thread has ended; {@code false} also for a handler that stops its own listener
     */
    boolean await(long deadline) {
        if (thread == Thread.currentThread()) {
            return false;
        }
        if (joined(deadline - System.nanoTime())) {
            return true;
        }
        LOGGER.warn(
                "The handler of {} still runs at the end of the shutdown timeout and is interrupted", thread.getName());
        thread.interrupt();
        boolean ended = joined(GRACE.toNanos());
        if (!ended) {
            LOGGER.error(
                    "The handler of {} does not react to its interrupt and is left behind; its event comes again",
                    thread.getName());
        }
        return ended;
    }

    private boolean joined(long nanos) {
        try {
            TimeUnit.NANOSECONDS.timedJoin(thread, Math.max(nanos, TimeUnit.MILLISECONDS.toNanos(1)));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return !thread.isAlive();
    }
}
