package io.askr.listener;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.springframework.context.SmartLifecycle;

/**
 * Holds the listeners of the application and runs them: starts them after the web server, stops them before it.
 *
 * @since 0.1.0
 */
public final class AskrListenerRegistry implements SmartLifecycle {

    /** Later than the web server and the watcher of the database. */
    public static final int PHASE = Integer.MAX_VALUE - 50;

    private final ListenerContainerFactory factory;

    /**
     * Creates an empty registry.
     *
     * @param factory makes the containers
     */
    public AskrListenerRegistry(ListenerContainerFactory factory) {
        this.factory = factory;
    }

    /**
     * All listeners, whether they run or not.
     *
     * @return their containers, in the order in which they were found
     */
    public Collection<ListenerContainer> containers() {
        return List.of();
    }

    /**
     * One listener.
     *
     * @param id its id
     * @return its container, if there is one of this id
     */
    public Optional<ListenerContainer> container(String id) {
        return Optional.empty();
    }

    /**
     * Starts a listener, also one that does not start with the application.
     *
     * @param id its id
     * @throws IllegalArgumentException if there is no such listener
     */
    public void start(String id) {}

    /**
     * Stops a listener.
     *
     * @param id its id
     * @throws IllegalArgumentException if there is no such listener
     */
    public void stop(String id) {}

    /**
     * Pauses a listener.
     *
     * @param id its id
     * @throws IllegalArgumentException if there is no such listener
     */
    public void pause(String id) {}

    /**
     * Ends a listener's pause.
     *
     * @param id its id
     * @throws IllegalArgumentException if there is no such listener
     */
    public void resume(String id) {}

    @Override
    public void start() {}

    @Override
    public void stop() {}

    @Override
    public boolean isRunning() {
        return false;
    }

    @Override
    public boolean isAutoStartup() {
        return factory.settings().autoStartup();
    }

    @Override
    public int getPhase() {
        return PHASE;
    }
}
