package io.askr.listener;

import io.askr.listener.ListenerObservationContext.Outcome;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import org.jspecify.annotations.Nullable;

/** The observation of one delivery, current on the thread until it is closed. What was never said to have ended is abandoned. */
final class ObservedDelivery implements AutoCloseable {

    private static final DefaultListenerObservationConvention DEFAULT = new DefaultListenerObservationConvention();

    private final ListenerObservationContext context;
    private final Observation observation;
    private final Observation.Scope scope;

    private ObservedDelivery(ListenerObservationContext context, Observation observation) {
        this.context = context;
        this.observation = observation;
        this.scope = observation.openScope();
    }

    static ObservedDelivery begin(
            ListenerObservationContext context,
            ListenerObservationConvention convention,
            ObservationRegistry observations) {
        return new ObservedDelivery(context, Observation.start(convention, DEFAULT, () -> context, observations));
    }

    void ended(Outcome outcome, @Nullable Throwable failure) {
        context.outcome(outcome);
        if (failure != null) {
            observation.error(failure);
        }
    }

    @Override
    public void close() {
        if (context.outcome() == Outcome.UNKNOWN) {
            context.outcome(Outcome.ABANDONED);
        }
        scope.close();
        observation.stop();
    }
}
