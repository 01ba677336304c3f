package io.askr.metrics;

import io.askr.jdbc.AskrDatabase;
import io.askr.jdbc.WriterObserver;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Duration;

/**
 * How writes outside transactions fare: the summary {@code askr.writer.group}, calls a commit, and the timer
 * {@code askr.writer.lock.wait}, how long the writer stood in this process's queue for the write lock.
 *
 * @since 0.1.0
 */
public final class WriterMeters implements MeterBinder {

    private final AskrDatabase database;

    /**
     * The meters.
     *
     * @param database what writes
     */
    public WriterMeters(AskrDatabase database) {
        this.database = database;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        DistributionSummary group = DistributionSummary.builder("askr.writer.group")
                .description("Calls a commit outside the application's transactions")
                .baseUnit("calls")
                .register(registry);
        Timer wait = Timer.builder("askr.writer.lock.wait")
                .description("Time in this process's queue for the write lock")
                .register(registry);
        database.observe(new WriterObserver() {
            @Override
            public void committed(int calls) {
                group.record(calls);
            }

            @Override
            public void waited(Duration time) {
                wait.record(time);
            }
        });
    }
}
