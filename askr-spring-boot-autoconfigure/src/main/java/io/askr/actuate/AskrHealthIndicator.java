package io.askr.actuate;

import io.askr.jdbc.DatabaseInfo;
import io.askr.listener.AskrListenerRegistry;
import io.askr.wake.Watcher;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

/**
 * Health of the component {@code askr}: down when the watcher or a listener has died. It runs no SQL, so that it answers
 * while somebody holds the database's lock.
 *
 * @since 0.1.0
 */
public final class AskrHealthIndicator extends AbstractHealthIndicator {

    private final DatabaseInfo database;
    private final Watcher watcher;
    private final AskrListenerRegistry listeners;

    /**
     * An indicator.
     *
     * @param database what the database said of itself when it was opened
     * @param watcher the watcher
     * @param listeners the listeners
     */
    public AskrHealthIndicator(DatabaseInfo database, Watcher watcher, AskrListenerRegistry listeners) {
        super("Askr's health could not be determined");
        this.database = database;
        this.watcher = watcher;
        this.listeners = listeners;
    }

    @Override
    protected void doHealthCheck(Health.Builder builder) {
        boolean watching = !watcher.isRunning() || watcher.alive();
        ListenerStates states = ListenerStates.of(listeners.containers());
        (watching && !states.anyDied() ? builder.up() : builder.down())
                .withDetail("database", database())
                .withDetail("watcher", watcher())
                .withDetail("listeners", states.byId());
        watcher.strategy()
                .ifPresent(strategy ->
                        builder.withDetail("watcherStrategy", strategy.name().toLowerCase(Locale.ROOT)));
        KnownFault.of(database).ifPresent(warning -> builder.withDetail("warning", warning));
    }

    private Map<String, Object> database() {
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("product", database.product());
        details.put("version", database.version());
        details.put("journalMode", database.journalMode());
        details.put("synchronous", database.synchronous());
        details.put("busyTimeout", database.busyTimeout().toString());
        WalFile.size(database).ifPresent(bytes -> details.put("walBytes", bytes));
        return details;
    }

    private String watcher() {
        if (!watcher.isRunning()) {
            return "stopped";
        }
        return watcher.alive()
                ? "alive"
                : watcher.failure().map(failure -> "dead: " + failure).orElse("dead");
    }
}
