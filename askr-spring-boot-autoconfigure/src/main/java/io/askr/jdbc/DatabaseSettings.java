package io.askr.jdbc;

import java.time.Duration;

/**
 * How {@link AskrDatabase} behaves.
 *
 * @param writerTimeout how long a call outside a transaction may take until it is committed: waiting for the write lock,
 *     in this process and against others, included
 * @since 0.1.0
 */
public record DatabaseSettings(Duration writerTimeout) {

    /**
     * Checks the values.
     *
     * @throws IllegalArgumentException if the timeout isn't positive
     */
    public DatabaseSettings {
        if (writerTimeout.isNegative() || writerTimeout.isZero()) {
            throw new IllegalArgumentException("askr.writer.timeout must be positive, not " + writerTimeout);
        }
    }

    /**
     * The defaults.
     *
     * @return a timeout of 5 s
     */
    public static DatabaseSettings defaults() {
        return new DatabaseSettings(Duration.ofSeconds(5));
    }
}
