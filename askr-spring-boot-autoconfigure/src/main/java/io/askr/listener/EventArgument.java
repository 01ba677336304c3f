package io.askr.listener;

import org.springframework.core.MethodParameter;
import org.springframework.core.ResolvableType;

/**
 * A parameter that an event is given to, or the elements of a batch.
 *
 * @param parameter the parameter
 * @param kind {@code PAYLOAD}, {@code EVENT} or {@code MESSAGE}
 * @param payload the payload's type
 */
record EventArgument(MethodParameter parameter, ArgumentKind kind, ResolvableType payload) {

    private static final ResolvableType BYTES = ResolvableType.forClass(byte[].class);

    /** An envelope that doesn't say of what gets the bytes, which can always be read. */
    static EventArgument of(MethodParameter parameter, ResolvableType type) {
        ArgumentKind kind = ArgumentKind.of(type.resolve(Object.class));
        if (kind != ArgumentKind.EVENT && kind != ArgumentKind.MESSAGE) {
            return new EventArgument(parameter, kind, type);
        }
        ResolvableType payload = type.getGeneric(0);
        return new EventArgument(parameter, kind, payload.resolve() == null ? BYTES : payload);
    }
}
