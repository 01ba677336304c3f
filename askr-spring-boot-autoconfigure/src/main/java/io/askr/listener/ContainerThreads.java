package io.askr.listener;

import org.springframework.core.task.VirtualThreadTaskExecutor;

/** Makes the threads of listeners: platform threads, which keep the application alive, or virtual ones. */
final class ContainerThreads {

    private final boolean virtual;

    ContainerThreads(boolean virtual) {
        this.virtual = virtual;
    }

    /**
     * Starts a thread.
     *
     * @throws UnsupportedOperationException for virtual threads before Java 21
     */
    Thread start(String name, Runnable work) {
        Thread thread = virtual
                ? new VirtualThreadTaskExecutor().getVirtualThreadFactory().newThread(work)
                : new Thread(work);
        thread.setName(name);
        thread.setDaemon(virtual);
        thread.start();
        return thread;
    }
}
