package io.askr.listener;

import java.time.Duration;
import org.springframework.util.Assert;
import org.springframework.util.backoff.BackOffExecution;
import org.springframework.util.backoff.ExponentialBackOff;

/**
 * How often and after which waits a failing event is given to its handler again.
 *
 * @param maxAttempts deliveries altogether, from 1
 * @param initialInterval the wait after the first failure, from 1 ms
 * @param multiplier by how much each wait is longer than the one before, from 1
 * @param maxInterval the longest wait
 * @param jitter the share of a wait, from 0 to 1, by which it is shortened or prolonged at random
 * @since 0.1.0
 */
public record RetrySettings(
        int maxAttempts, Duration initialInterval, double multiplier, Duration maxInterval, double jitter) {

    private static final String PREFIX = "askr.listener.retry.";

    private static final int MOST_STEPS = 10_000;

    /**
     * Checks the values.
     *
     * @throws IllegalArgumentException if one is out of its range
     */
    public RetrySettings {
        Assert.isTrue(maxAttempts >= 1, () -> PREFIX + "max-attempts must be at least 1: " + maxAttempts);
        Assert.isTrue(multiplier >= 1, () -> PREFIX + "multiplier must be at least 1: " + multiplier);
        Assert.isTrue(
                initialInterval.toMillis() >= 1,
                () -> PREFIX + "initial-interval must be at least 1 ms: " + initialInterval);
        Assert.isTrue(
                maxInterval.compareTo(initialInterval) >= 0,
                () -> PREFIX + "max-interval must be at least initial-interval, " + initialInterval + ": "
                        + maxInterval);
        Assert.isTrue(jitter >= 0 && jitter <= 1, () -> PREFIX + "jitter must be from 0 to 1: " + jitter);
    }

    /**
     * Five deliveries, with waits of about 0.2, 0.4, 0.8 and 1.6 seconds between them, 30 seconds at most.
     *
     * @return the defaults
     */
    public static RetrySettings defaults() {
        return new RetrySettings(5, Duration.ofMillis(200), 2, Duration.ofSeconds(30), 0.2);
    }

    /**
     * The wait after a failed delivery.
     *
     * @param attempt which delivery failed, from 1
     * @return how long to wait before the next
     */
    public Duration delayAfter(int attempt) {
        BackOffExecution backOff = backOff().start();
        long delay = backOff.nextBackOff();
        for (int step = 1; step < Math.min(attempt, MOST_STEPS); step++) {
            delay = backOff.nextBackOff();
        }
        return Duration.ofMillis(delay);
    }

    private ExponentialBackOff backOff() {
        ExponentialBackOff backOff = new ExponentialBackOff(initialInterval.toMillis(), multiplier);
        backOff.setMaxInterval(maxInterval.toMillis());
        backOff.setJitter(Math.round(initialInterval.toMillis() * jitter));
        return backOff;
    }
}
