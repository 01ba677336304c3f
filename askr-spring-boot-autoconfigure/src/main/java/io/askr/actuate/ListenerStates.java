package io.askr.actuate;

import io.askr.listener.ListenerContainer;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;

/** What the listeners are at, in a word or two for each id. */
record ListenerStates(Map<String, String> byId, boolean anyDied) {

    static ListenerStates of(Collection<ListenerContainer> containers) {
        Map<String, String> states = new LinkedHashMap<>();
        containers.forEach(container -> states.put(container.id(), state(container)));
        return new ListenerStates(states, containers.stream().anyMatch(ListenerContainer::hasDied));
    }

    private static String state(ListenerContainer container) {
        if (container.hasDied()) {
            return "dead";
        }
        if (!container.isRunning()) {
            return "stopped";
        }
        return container
                .lastFailure()
                .map(failure -> "failing: " + failure)
                .orElse(container.isPaused() ? "paused" : "running");
    }
}
