package io.askr.bench;

import io.askr.topic.AskrTopicPublisher;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.LongAdder;

/** Threads that publish as fast as they can. */
final class Publishers implements AutoCloseable {

    private final List<CompletableFuture<Void>> running = new ArrayList<>();
    private final LongAdder published = new LongAdder();
    private volatile boolean stopped;

    static Publishers start(AskrTopicPublisher publisher, int count) {
        Publishers publishers = new Publishers();
        for (int thread = 0; thread < count; thread++) {
            publishers.running.add(CompletableFuture.runAsync(
                    () -> publishers.run(publisher), run -> new Thread(run, "publisher").start()));
        }
        return publishers;
    }

    private void run(AskrTopicPublisher publisher) {
        while (!stopped) {
            publisher.publish("load", AskrPublish.PAYLOAD);
            published.increment();
        }
    }

    long published() {
        return published.sum();
    }

    @Override
    public void close() {
        stopped = true;
        running.forEach(CompletableFuture::join);
    }
}
