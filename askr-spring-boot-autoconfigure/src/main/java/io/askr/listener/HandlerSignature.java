package io.askr.listener;

import io.askr.topic.TopicEvent;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.core.GenericTypeResolver;
import org.springframework.core.MethodParameter;
import org.springframework.core.ResolvableType;
import org.springframework.messaging.Message;
import org.springframework.messaging.handler.annotation.Payload;
import org.springframework.util.StringUtils;

/**
 * What a handler takes: one event in any of its shapes, or a batch.
 *
 * @param method the method of the target class
 * @param arguments one for each parameter; {@code PAYLOAD}, {@code EVENT} and {@code MESSAGE} with their type
 * @param batch the elements of the batch; {@code null} for a handler of single events
 */
record HandlerSignature(Method method, List<EventArgument> arguments, @Nullable EventArgument batch) {

    private static final String SHAPES =
            "Take the payload, TopicEvent<T> or Message<T>, or a List of one of them and nothing else but an Acknowledgment";

    /**
     * Reads a method.
     *
     * @param parameters the method's parameters, with the annotations of those that it overrides
     * @param target the class that generic types are resolved for
     * @throws ListenerConfigurationException if it can't be called with events
     */
    static HandlerSignature of(Method method, MethodParameter[] parameters, Class<?> target) {
        List<EventArgument> arguments = new ArrayList<>();
        EventArgument batch = null;
        for (MethodParameter parameter : parameters) {
            ArgumentKind kind = ArgumentKind.of(parameter);
            ResolvableType type = typeOf(parameter, target);
            EventArgument argument = kind == ArgumentKind.HEADER || kind == ArgumentKind.HEADERS
                    ? new EventArgument(parameter, kind, type)
                    : EventArgument.of(parameter, type);
            arguments.add(argument);
            if (kind == ArgumentKind.BATCH) {
                batch = elements(method, parameter, type);
            }
        }
        HandlerSignature signature = new HandlerSignature(method, List.copyOf(arguments), batch);
        signature.check();
        return signature;
    }

    /** With the variables of a generic super class replaced by what the target class has for them. */
    private static ResolvableType typeOf(MethodParameter parameter, Class<?> target) {
        return ResolvableType.forType(GenericTypeResolver.resolveType(parameter.getGenericParameterType(), target));
    }

    boolean isBatch() {
        return batch != null;
    }

    boolean takes(ArgumentKind kind) {
        return arguments.stream().anyMatch(argument -> argument.kind() == kind);
    }

    private static EventArgument elements(Method method, MethodParameter parameter, ResolvableType list) {
        ResolvableType element = list.getGeneric(0);
        if (element.resolve() == null) {
            throw refused(
                    method, "its " + list + " does not say of what", "Write List<T> with the type of the payload");
        }
        EventArgument elements = EventArgument.of(parameter, element);
        return switch (elements.kind()) {
            case PAYLOAD, EVENT, MESSAGE -> elements;
            case BATCH -> new EventArgument(parameter, ArgumentKind.PAYLOAD, element);
            default -> throw refused(method, "its " + list + " is no batch of events", SHAPES);
        };
    }

    private void check() {
        long payloads = arguments.stream()
                .filter(argument -> argument.kind() == ArgumentKind.PAYLOAD)
                .count();
        if (batch != null && arguments.stream().anyMatch(HandlerSignature::isOfOneEvent)) {
            throw refused(method, "beside a batch it takes what only a single event has", SHAPES);
        }
        if (batch != null
                && arguments.stream()
                                .filter(each -> each.kind() == ArgumentKind.BATCH)
                                .count()
                        > 1) {
            throw refused(method, "it takes more than one batch", SHAPES);
        }
        if (payloads > 1) {
            throw refused(
                    method,
                    "it has " + payloads + " parameters that could be the payload",
                    "Keep one, and annotate the others with @Header");
        }
        Stream.concat(arguments.stream(), Stream.ofNullable(batch)).forEach(this::check);
    }

    private void check(EventArgument argument) {
        Payload payload = argument.parameter().getParameterAnnotation(Payload.class);
        if (payload != null && StringUtils.hasText(payload.expression())) {
            throw refused(
                    method, "expressions in @Payload(\"" + payload.expression() + "\") are not supported", "Remove it");
        }
        if (argument.kind() != ArgumentKind.BATCH && holdsEnvelope(argument.payload())) {
            throw refused(method, argument.payload() + " is neither a payload nor a batch", SHAPES);
        }
    }

    private static boolean isOfOneEvent(EventArgument argument) {
        return argument.kind() != ArgumentKind.BATCH && argument.kind() != ArgumentKind.ACKNOWLEDGMENT;
    }

    private static boolean holdsEnvelope(ResolvableType type) {
        return Stream.of(type.getGenerics())
                .anyMatch(generic -> generic.resolve() == TopicEvent.class
                        || generic.resolve() == Message.class
                        || holdsEnvelope(generic));
    }

    private static ListenerConfigurationException refused(Method method, String problem, String remedy) {
        return new ListenerConfigurationException(method, problem, remedy);
    }
}
