package io.askr.listener;

import io.askr.topic.TopicFilter;
import io.askr.topic.TopicLog;
import io.askr.topic.TopicPage;
import java.time.Duration;
import org.springframework.util.backoff.BackOffExecution;

/**
 * A listener's thread: sleeps until it is woken, reads page after page until nothing is left, and gives each to the
 * handler. Whatever goes wrong, it tries again after a pause until it is stopped.
 */
final class ListenerLoop implements Runnable {

    private final TopicLog log;
    private final TopicFilter filter;
    private final int maxEvents;
    private final long maxBytes;
    private final Cursor cursor;
    private final PageDelivery delivery;
    private final ListenerReport report;
    private final Gate gate;
    private final Runnable idle;
    private BackOffExecution pauses = Persistence.pauses().start();

    ListenerLoop(
            TopicLog log,
            ListenerEndpoint endpoint,
            long maxBytes,
            Cursor cursor,
            PageDelivery delivery,
            ListenerReport report,
            Gate gate,
            Runnable idle) {
        this.log = log;
        this.filter = endpoint.filter();
        this.maxEvents = endpoint.batchSize();
        this.maxBytes = maxBytes;
        this.cursor = cursor;
        this.delivery = delivery;
        this.report = report;
        this.gate = gate;
        this.idle = idle;
    }

    @Override
    public void run() {
        while (!gate.isStopped()) {
            try {
                if (gate.awaitWake()) {
                    readUntilNothingIsLeft();
                }
            } catch (InterruptedException onlyTheStopEndsARun) {
                gate.wake();
            } catch (Throwable failure) {
                report.fault(failure);
                pause();
                gate.wake();
            }
        }
    }

    private void readUntilNothingIsLeft() throws InterruptedException {
        boolean more = true;
        while (more && gate.isOpen()) {
            more = readPage();
            report.recovered();
            pauses = Persistence.pauses().start();
        }
        idle.run();
    }

    private boolean readPage() throws InterruptedException {
        try {
            if (cursor.isStale()) {
                cursor.reload();
            }
            long from = cursor.position().current();
            TopicPage page = log.page(filter, from, maxEvents, maxBytes);
            if (page.last() < from) {
                cursor.wentBack(page.last());
                return cursor.position().current() < page.last();
            }
            if (!delivery.deliver(page.events())) {
                return false;
            }
            cursor.position().moveTo(page.reached());
            cursor.position().announce();
            return !page.events().isEmpty();
        } catch (StaleCursorException moved) {
            cursor.reload();
            return true;
        }
    }

    private void pause() {
        try {
            gate.sleep(Duration.ofMillis(pauses.nextBackOff()));
        } catch (InterruptedException onlyTheStopEndsARun) {
            gate.dropStrayInterrupt();
        }
    }
}
