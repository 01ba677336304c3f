package io.askr.listener;

/**
 * Says that events are done, where a listener runs in {@link AckMode#MANUAL}: an argument of the handler.
 *
 * @since 0.1.0
 */
public interface Acknowledgment {

    /**
     * Saves the cursor up to the event that the handler was given, for a batch up to its last one. Never moves it
     * backwards: acknowledging an earlier event afterwards does nothing. May be called from any thread, at any time while
     * the listener runs. Joins a transaction of the caller, and commits by itself otherwise.
     *
     * @throws org.springframework.dao.DataAccessException if the cursor can't be saved; the event then counts as not done
     */
    void acknowledge();
}
