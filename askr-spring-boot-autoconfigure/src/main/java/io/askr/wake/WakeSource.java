package io.askr.wake;

/**
 * What told this process about a commit.
 *
 * @since 0.1.0
 */
public enum WakeSource {

    /** This process committed itself. */
    LOCAL,

    /** One of the frequent looks at the database: where there are no directory events, or too many to follow each. */
    POLL,

    /** An event of the database's directory, and the looks that follow it until its commit is visible. */
    EVENT,

    /** A slow look that nothing had asked for; also the first one at a start and after a failure. */
    SAFETY
}
