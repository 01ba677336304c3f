package io.askr.listener;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;

/**
 * Names the observation of a delivery. A bean of this type replaces {@link DefaultListenerObservationConvention}.
 *
 * @since 0.1.0
 */
public interface ListenerObservationConvention extends ObservationConvention<ListenerObservationContext> {

    @Override
    default boolean supportsContext(Observation.Context context) {
        return context instanceof ListenerObservationContext;
    }
}
