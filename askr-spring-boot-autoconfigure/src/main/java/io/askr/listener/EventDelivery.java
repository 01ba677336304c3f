package io.askr.listener;

import io.askr.topic.TopicEvent;
import java.time.Duration;
import java.util.Optional;

/**
 * Brings one event through the stages until it is done: decoded, handled and settled; given to the handler again after a
 * failure, as often as the error handler says; or parked.
 */
final class EventDelivery {

    private final EventDecoder decoder;
    private final HandlerInvoker invoker;
    private final Settlement settlement;
    private final FailedEvents failures;
    private final ListenerReport report;
    private final Gate gate;

    EventDelivery(
            EventDecoder decoder,
            HandlerInvoker invoker,
            Settlement settlement,
            FailedEvents failures,
            ListenerReport report,
            Gate gate) {
        this.decoder = decoder;
        this.invoker = invoker;
        this.settlement = settlement;
        this.failures = failures;
        this.report = report;
        this.gate = gate;
    }

    /**
     * Delivers an event.
     *
     * @return whether it is done; {@code false} if the listener was paused or stopped before
     * @throws InterruptedException if the thread was interrupted while it waited
     */
    boolean deliver(TopicEvent<byte[]> event) throws InterruptedException {
        for (int attempt = 1; gate.isOpen(); attempt++) {
            Optional<Duration> pause = attempt(event, attempt);
            if (pause.isEmpty()) {
                return true;
            }
            gate.sleep(pause.get());
        }
        return false;
    }

    /** Returns after which pause to try again; empty when the event is done. A stop is no failure of the handler. */
    private Optional<Duration> attempt(TopicEvent<byte[]> event, int attempt) throws InterruptedException {
        try (ObservedDelivery observed = report.observe(1, event.seq())) {
            try {
                Object[] arguments = decoder.arguments(event, attempt);
                settlement.settle(event.seq(), () -> invoker.invoke(arguments));
                report.delivered(observed, 1);
                return Optional.empty();
            } catch (UndecodableException e) {
                return failures.undecodable(observed, event, attempt, e.reason());
            } catch (HandlerFailedException e) {
                return gate.isStopped()
                        ? Optional.of(Duration.ZERO)
                        : failures.failed(observed, event, attempt, e.failure());
            }
        }
    }
}
