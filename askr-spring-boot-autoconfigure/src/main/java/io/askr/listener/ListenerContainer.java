package io.askr.listener;

import io.askr.topic.TopicFilter;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Runs one listener on a thread of its own. Found in the {@link AskrListenerRegistry}; all its methods may be called from
 * any thread.
 *
 * @since 0.1.0
 */
public interface ListenerContainer {

    /**
     * The listener's id.
     *
     * @return the id, unique in the application
     */
    String id();

    /**
     * The name under which the cursor is stored.
     *
     * @return the name; empty for a listener that is live only
     */
    Optional<String> subscriber();

    /**
     * What it reads.
     *
     * @return the filter
     */
    TopicFilter filter();

    /**
     * When an event counts as done.
     *
     * @return the mode that is in force, never {@link AckMode#AUTO}
     */
    AckMode ackMode();

    /**
     * Whether it starts with the application.
     *
     * @return {@code false} if it has to be started by hand
     */
    boolean isAutoStartup();

    /**
     * Starts reading, from the stored cursor or the start position, which is fixed when this returns. Does nothing if the
     * listener runs.
     *
     * @throws org.springframework.dao.DataAccessException if the position can't be read or stored
     */
    void start();

    /**
     * Ends reading. Waits for a running handler as long as {@link ListenerSettings#shutdownTimeout()} says, interrupts it
     * then, and stores the cursor. Does nothing if the listener does not run.
     */
    void stop();

    /** Delivers nothing more after the event in hand, until {@link #resume()}. Lasts over a stop and start. */
    void pause();

    /** Goes on after {@link #pause()}. */
    void resume();

    /**
     * Whether it was started and not stopped; also {@code true} while paused.
     *
     * @return whether it runs
     */
    boolean isRunning();

    /**
     * Whether its thread has ended although nobody stopped it, which a bug or an exhausted heap can bring about; a stop and
     * start mends it.
     *
     * @return whether it died
     */
    boolean hasDied();

    /**
     * Whether it was paused.
     *
     * @return whether it is paused
     */
    boolean isPaused();

    /**
     * Whether it sleeps because it knows of nothing to do. Also {@code true} where it does not run.
     *
     * @return whether it is idle
     */
    boolean isIdle();

    /**
     * Up to where everything that it reads has been handled, parked or skipped.
     *
     * @return a seq; 0 before the first start
     */
    long position();

    /**
     * Completes once {@link #position()} has reached {@code seq}; makes a sleeping listener look. Completes never where the
     * listener is stopped or paused before; cancel it when it is of no more use.
     *
     * @param seq the place in the log
     * @return a future that is completed on the listener's thread
     */
    CompletableFuture<Void> whenReached(long seq);

    /**
     * What holds it up now: the handler's exception while its event is retried, or the database's.
     *
     * @return the last failure; empty as soon as the listener has got over it
     */
    Optional<Throwable> lastFailure();

    /**
     * What it has done.
     *
     * @return counts since the application started
     */
    ListenerCounts counts();
}
