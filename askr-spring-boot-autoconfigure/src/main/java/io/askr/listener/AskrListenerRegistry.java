package io.askr.listener;

import java.lang.reflect.Method;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
    private final IdleCursors idleCursors;
    private final Map<String, TopicListenerContainer> containers = new LinkedHashMap<>();
    private boolean running;

    /**
     * Creates an empty registry.
     *
     * @param factory makes the containers
     */
    public AskrListenerRegistry(ListenerContainerFactory factory) {
        this.factory = factory;
        this.idleCursors = factory.idleCursors();
    }

    ListenerContainerFactory factory() {
        return factory;
    }

    /** Takes up a listener; starts it if the registry has been started before. */
    synchronized void register(ListenerEndpoint endpoint) {
        Method method = endpoint.signature().method();
        TopicListenerContainer same = containers.get(endpoint.id());
        if (same != null) {
            throw new ListenerConfigurationException(
                    method,
                    "its id \"" + endpoint.id() + "\" is already that of " + name(same),
                    "Set another id in the annotation");
        }
        if (endpoint.subscriber() != null) {
            refuseSharedSubscriber(endpoint.subscriber(), method);
        }
        TopicListenerContainer container = factory.create(endpoint, idleCursors);
        containers.put(endpoint.id(), container);
        if (running && endpoint.autoStartup()) {
            container.start();
        }
    }

    private void refuseSharedSubscriber(String subscriber, Method method) {
        for (TopicListenerContainer other : containers.values()) {
            if (subscriber.equals(other.endpoint().subscriber())) {
                throw new ListenerConfigurationException(
                        method,
                        "its subscriber \"" + subscriber + "\" is already that of " + name(other),
                        "Give each listener a name of its own: two would share one cursor and each miss what the other got");
            }
        }
    }

    private static String name(TopicListenerContainer container) {
        return HandlerName.of(container.endpoint().signature().method());
    }

    /**
     * All listeners, whether they run or not.
     *
     * @return their containers, in the order in which they were found
     */
    public synchronized Collection<ListenerContainer> containers() {
        return List.copyOf(containers.values());
    }

    /**
     * One listener.
     *
     * @param id its id
     * @return its container, if there is one of this id
     */
    public synchronized Optional<ListenerContainer> container(String id) {
        return Optional.ofNullable(containers.get(id));
    }

    private ListenerContainer required(String id) {
        return container(id)
                .orElseThrow(() -> new IllegalArgumentException(
                        "there is no listener with the id \"" + id + "\"; there are " + ids()));
    }

    private synchronized List<String> ids() {
        return List.copyOf(containers.keySet());
    }

    /**
     * Starts a listener, also one that does not start with the application.
     *
     * @param id its id
     * @throws IllegalArgumentException if there is no such listener
     */
    public void start(String id) {
        required(id).start();
    }

    /**
     * Stops a listener.
     *
     * @param id its id
     * @throws IllegalArgumentException if there is no such listener
     */
    public void stop(String id) {
        required(id).stop();
    }

    /**
     * Pauses a listener.
     *
     * @param id its id
     * @throws IllegalArgumentException if there is no such listener
     */
    public void pause(String id) {
        required(id).pause();
    }

    /**
     * Ends a listener's pause.
     *
     * @param id its id
     * @throws IllegalArgumentException if there is no such listener
     */
    public void resume(String id) {
        required(id).resume();
    }

    /** Starts all listeners that start with the application. */
    @Override
    public synchronized void start() {
        if (running) {
            return;
        }
        running = true;
        containers.values().stream()
                .filter(TopicListenerContainer::isAutoStartup)
                .forEach(TopicListenerContainer::start);
    }

    /** Stops all listeners, also those that were started by hand; together they have one shutdown timeout. */
    @Override
    public void stop() {
        Map<TopicListenerContainer, ListenerRun> ending = new LinkedHashMap<>();
        synchronized (this) {
            running = false;
            containers.values().forEach(each -> each.requestStop().ifPresent(run -> ending.put(each, run)));
        }
        long deadline = System.nanoTime() + factory.settings().shutdownTimeout().toNanos();
        ending.forEach((container, run) -> container.awaitStop(run, deadline));
        idleCursors.stop();
    }

    @Override
    public void stop(Runnable callback) {
        try {
            stop();
        } finally {
            callback.run();
        }
    }

    @Override
    public synchronized boolean isRunning() {
        return running || containers.values().stream().anyMatch(TopicListenerContainer::isRunning);
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
