package io.askr.listener;

import java.time.Duration;
import org.springframework.util.Assert;

/**
 * What holds for all listeners unless their annotation says otherwise.
 *
 * @param autoStartup whether listeners start with the application ({@code askr.listener.auto-startup})
 * @param batchSize events read at once at most, from 1 ({@code askr.listener.batch-size})
 * @param batchBytes bytes of payload read at once, from 1; one larger event is still read
 * @param shutdownTimeout how long a stop waits for running handlers before it interrupts them
 * @param idleSaveInterval how often at most the cursors of idle listeners are stored
 * @param virtualThreads whether listeners run on virtual threads, which needs Java 21
 * @param retry what happens when a handler throws
 * @since 0.1.0
 */
public record ListenerSettings(
        boolean autoStartup,
        int batchSize,
        long batchBytes,
        Duration shutdownTimeout,
        Duration idleSaveInterval,
        boolean virtualThreads,
        RetrySettings retry) {

    /**
     * Checks the values.
     *
     * @throws IllegalArgumentException if one is out of its range
     */
    public ListenerSettings {
        Assert.isTrue(batchSize >= 1, () -> "askr.listener.batch-size must be at least 1: " + batchSize);
        Assert.isTrue(batchBytes >= 1, () -> "askr.listener.batch-bytes must be at least 1: " + batchBytes);
        Assert.isTrue(
                !shutdownTimeout.isNegative(),
                () -> "askr.listener.shutdown-timeout must not be negative: " + shutdownTimeout);
        Assert.isTrue(
                idleSaveInterval.toMillis() >= 1,
                () -> "askr.listener.idle-save-interval must be at least 1 ms: " + idleSaveInterval);
    }

    /**
     * Auto-startup, pages of 500 events or 4 MB, 20 seconds for a stop, idle cursors stored every 5 seconds, platform
     * threads, {@link RetrySettings#defaults()}.
     *
     * @return the defaults
     */
    public static ListenerSettings defaults() {
        return new ListenerSettings(
                true,
                500,
                4 * 1024 * 1024,
                Duration.ofSeconds(20),
                Duration.ofSeconds(5),
                false,
                RetrySettings.defaults());
    }
}
