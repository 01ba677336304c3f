package io.askr.wake;

import java.io.IOException;

/** Tells the watcher when to look for commits again. Used by one thread at a time. */
interface LookTrigger extends AutoCloseable {

    /** Whatever is written from the return of this on makes {@link #await} return. */
    default void open() throws IOException {}

    /**
     * Waits until it is time for the next look. Returns early when the thread is interrupted.
     *
     * @param moved whether the last look found commits
     * @return what asks for the look
     */
    WakeSource await(boolean moved) throws IOException;

    @Override
    default void close() throws IOException {}
}
