package io.askr.metrics;

import io.askr.jdbc.AskrDatabase;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.context.SmartLifecycle;
import org.springframework.scheduling.concurrent.CustomizableThreadFactory;

/**
 * Takes a sample of the subscribers' lag at intervals, on a thread of its own, so that a scrape never waits for the
 * database.
 *
 * @since 0.1.0
 */
public final class LagSampler implements SmartLifecycle {

    private static final Log log = LogFactory.getLog(LagSampler.class);

    private final LagReader reader;
    private final Duration interval;
    private final List<Consumer<LagSample>> consumers = new CopyOnWriteArrayList<>();
    private final Object monitor = new Object();
    private volatile LagSample latest = LagSample.NONE;
    private volatile boolean failing;
    private @Nullable ScheduledExecutorService timer;

    /**
     * A sampler.
     *
     * @param database the database
     * @param positions where the listeners of this process stand, by subscriber
     * @param interval time between two samples
     * @throws IllegalArgumentException if {@code interval} is below one millisecond
     */
    public LagSampler(AskrDatabase database, Supplier<Map<String, Long>> positions, Duration interval) {
        if (interval.toMillis() < 1) {
            throw new IllegalArgumentException("askr.metrics.lag-interval must be at least 1ms, not " + interval);
        }
        this.reader = new LagReader(database, positions);
        this.interval = interval;
    }

    /**
     * The last sample.
     *
     * @return the sample, without subscribers before the first was taken
     */
    public LagSample latest() {
        return latest;
    }

    /**
     * Hands each sample to a consumer, beginning with the last one.
     *
     * @param consumer called on the sampler's thread
     */
    void subscribe(Consumer<LagSample> consumer) {
        consumers.add(consumer);
        consumer.accept(latest);
    }

    void sample() {
        try {
            latest = reader.read();
            consumers.forEach(consumer -> consumer.accept(latest));
            failing = false;
        } catch (RuntimeException ex) {
            if (!failing) {
                log.warn("The lag of subscribers can't be read; the meters keep their last values until it can", ex);
            }
            failing = true;
        }
    }

    @Override
    public void start() {
        synchronized (monitor) {
            if (timer == null) {
                CustomizableThreadFactory threads = new CustomizableThreadFactory("askr-lag-");
                threads.setDaemon(true);
                timer = Executors.newSingleThreadScheduledExecutor(threads);
                var unused = timer.scheduleWithFixedDelay(this::sample, 0, interval.toMillis(), TimeUnit.MILLISECONDS);
            }
        }
    }

    @Override
    public void stop() {
        synchronized (monitor) {
            if (timer != null) {
                timer.shutdown();
                timer = null;
            }
        }
    }

    @Override
    public boolean isRunning() {
        synchronized (monitor) {
            return timer != null;
        }
    }
}
