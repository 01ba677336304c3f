package io.askr.jdbc;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Those who are told how writes fare; often none. */
final class WriterObservers {

    private final List<WriterObserver> observers = new CopyOnWriteArrayList<>();

    void add(WriterObserver observer) {
        observers.add(observer);
    }

    void committed(int calls) {
        for (WriterObserver observer : observers) {
            observer.committed(calls);
        }
    }

    void waited(long nanos) {
        for (WriterObserver observer : observers) {
            observer.waited(Duration.ofNanos(nanos));
        }
    }
}
