package io.askr.jdbc;

import java.time.Duration;

/**
 * Is told how writes outside transactions fare, on the thread that commits: must be quick and not throw.
 *
 * @since 0.1.0
 */
public interface WriterObserver {

    /**
     * A commit has ended.
     *
     * @param calls how many calls it was for
     */
    void committed(int calls);

    /**
     * The write lock came.
     *
     * @param time how long it was waited for in this process's queue
     */
    void waited(Duration time);
}
