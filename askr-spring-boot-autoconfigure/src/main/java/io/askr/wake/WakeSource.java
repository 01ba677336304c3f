package io.askr.wake;

/**
 * What told this process about a commit.
 *
 * @since 0.1.0
 */
public enum WakeSource {

    /** This process committed itself. */
    LOCAL,

    /** A look at the database found that somebody, this process included, had committed. */
    POLL
}
