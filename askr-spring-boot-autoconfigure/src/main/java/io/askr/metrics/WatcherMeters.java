package io.askr.metrics;

import io.askr.wake.WakeSource;
import io.askr.wake.Watcher;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.Locale;

/**
 * The counter {@code askr.watcher.wakeups}, tagged {@code source}: how often listeners were told of commits, and by what.
 *
 * @since 0.1.0
 */
public final class WatcherMeters implements MeterBinder {

    private final Watcher watcher;

    /**
     * The meters.
     *
     * @param watcher what counts
     */
    public WatcherMeters(Watcher watcher) {
        this.watcher = watcher;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        for (WakeSource source : WakeSource.values()) {
            FunctionCounter.builder("askr.watcher.wakeups", watcher, counts -> counts.wakeups(source))
                    .description("Commits noticed")
                    .tag("source", source.name().toLowerCase(Locale.ROOT))
                    .register(registry);
        }
    }
}
