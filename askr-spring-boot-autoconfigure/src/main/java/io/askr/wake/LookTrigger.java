package io.askr.wake;

/** Tells the watcher when to look for commits again. */
@FunctionalInterface
interface LookTrigger {

    /**
     * Waits until it is time for the next look. Returns early when the thread is unparked or interrupted.
     *
     * @param moved whether the last look found commits
     */
    void await(boolean moved);
}
