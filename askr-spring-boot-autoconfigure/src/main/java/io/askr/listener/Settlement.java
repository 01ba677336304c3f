package io.askr.listener;

/** Calls a handler and makes its events count as done, in the order that an {@link AckMode} promises. */
interface Settlement {

    /**
     * Calls the handler and settles.
     *
     * @param upTo the seq of the last event that the handler is given
     * @param handler throws {@link HandlerFailedException} if the handler fails
     * @throws HandlerFailedException if the events don't count as done by the handler's fault
     * @throws StaleCursorException if somebody else has moved the cursor
     * @throws InterruptedException if the run ends while the cursor is being saved; the handler is done then
     */
    void settle(long upTo, Runnable handler) throws InterruptedException;

    /**
     * Called when all events of a page are done.
     *
     * @throws StaleCursorException if somebody else has moved the cursor
     * @throws InterruptedException if the run ends while the cursor is being saved
     */
    default void pageDone() throws InterruptedException {}
}
