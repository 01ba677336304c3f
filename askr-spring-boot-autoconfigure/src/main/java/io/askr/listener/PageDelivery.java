package io.askr.listener;

import io.askr.topic.TopicEvent;
import java.util.ArrayList;
import java.util.List;

/**
 * Gives a page of events to the handler: one by one, or as one batch. A batch is cut where an event can't be decoded, and
 * when the handler fails on it, its events are delivered one by one, so that only the culprit is retried and parked.
 */
final class PageDelivery {

    private final EventDecoder decoder;
    private final HandlerInvoker invoker;
    private final Settlement settlement;
    private final EventDelivery single;
    private final ListenerReport report;
    private final Gate gate;

    PageDelivery(
            EventDecoder decoder,
            HandlerInvoker invoker,
            Settlement settlement,
            EventDelivery single,
            ListenerReport report,
            Gate gate) {
        this.decoder = decoder;
        this.invoker = invoker;
        this.settlement = settlement;
        this.single = single;
        this.report = report;
        this.gate = gate;
    }

    /**
     * Delivers a page.
     *
     * @return whether all of it is done; {@code false} if the listener was paused or stopped before
     * @throws InterruptedException if the thread was interrupted while it waited
     */
    boolean deliver(List<TopicEvent<byte[]>> page) throws InterruptedException {
        boolean done = (decoder.isBatch() && page.size() > 1) ? batches(page) : oneByOne(page);
        if (done && !page.isEmpty()) {
            settlement.pageDone();
        }
        return done;
    }

    private boolean batches(List<TopicEvent<byte[]>> page) throws InterruptedException {
        List<TopicEvent<byte[]>> events = new ArrayList<>();
        List<Object> elements = new ArrayList<>();
        for (TopicEvent<byte[]> event : page) {
            try {
                elements.add(decoder.element(event, 1));
                events.add(event);
            } catch (UndecodableException culprit) {
                if (!batch(events, elements) || !single.deliver(event)) {
                    return false;
                }
                events.clear();
                elements = new ArrayList<>();
            }
        }
        return batch(events, elements);
    }

    private boolean batch(List<TopicEvent<byte[]>> events, List<Object> elements) throws InterruptedException {
        if (events.isEmpty()) {
            return true;
        }
        if (!gate.isOpen()) {
            return false;
        }
        long last = events.get(events.size() - 1).seq();
        try (ObservedDelivery observed = report.observe(events.size(), last)) {
            try {
                Object[] arguments = decoder.batch(elements);
                settlement.settle(last, () -> invoker.invoke(arguments));
                report.delivered(observed, events.size());
                return true;
            } catch (HandlerFailedException e) {
                if (gate.isStopped()) {
                    return false;
                }
                report.split(observed, events.size(), e.failure());
            }
        }
        return oneByOne(events);
    }

    private boolean oneByOne(List<TopicEvent<byte[]>> events) throws InterruptedException {
        for (TopicEvent<byte[]> event : events) {
            if (!single.deliver(event)) {
                return false;
            }
        }
        return true;
    }
}
