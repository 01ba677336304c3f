package io.askr.listener;

import io.micrometer.common.KeyValues;
import java.util.Locale;

/**
 * The observation {@code askr.listener} with the keys {@code subscriber} ({@code none} without one) and {@code outcome};
 * for traces also {@code askr.listener.id}, {@code askr.events} and {@code askr.seq}.
 *
 * @since 0.1.0
 */
public class DefaultListenerObservationConvention implements ListenerObservationConvention {

    @Override
    public String getName() {
        return "askr.listener";
    }

    @Override
    public String getContextualName(ListenerObservationContext context) {
        return context.listener() + " receive";
    }

    @Override
    public KeyValues getLowCardinalityKeyValues(ListenerObservationContext context) {
        String subscriber = context.subscriber();
        return KeyValues.of(
                "subscriber",
                subscriber == null ? "none" : subscriber,
                "outcome",
                context.outcome().name().toLowerCase(Locale.ROOT));
    }

    @Override
    public KeyValues getHighCardinalityKeyValues(ListenerObservationContext context) {
        return KeyValues.of(
                "askr.listener.id", context.listener(),
                "askr.events", Integer.toString(context.events()),
                "askr.seq", Long.toString(context.lastSeq()));
    }
}
