package io.askr.listener;

import io.askr.payload.PayloadCodec;
import java.lang.annotation.Annotation;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.messaging.handler.annotation.support.MethodArgumentNotValidException;
import org.springframework.messaging.support.GenericMessage;
import org.springframework.util.StringUtils;
import org.springframework.validation.BeanPropertyBindingResult;
import org.springframework.validation.SmartValidator;
import org.springframework.validation.Validator;
import org.springframework.validation.annotation.ValidationAnnotationUtils;

/** Decodes an event's payload, validates it where the parameter asks for that, and wraps it as the parameter wants it. */
final class EventReader {

    private final PayloadCodec codec;
    private final @Nullable Validator validator;

    EventReader(PayloadCodec codec, @Nullable Validator validator) {
        this.codec = codec;
        this.validator = validator;
    }

    Object read(EventArgument argument, EventMessage message) {
        Object payload = codec.read(message.event().payload(), argument.payload());
        if (validator != null && validator.supports(payload.getClass())) {
            validate(validator, payload, argument.parameter(), message);
        }
        return switch (argument.kind()) {
            case EVENT -> message.event().withPayload(payload);
            case MESSAGE -> new GenericMessage<>(payload, message.getHeaders());
            default -> payload;
        };
    }

    private static void validate(Validator validator, Object payload, MethodParameter parameter, EventMessage message) {
        for (Annotation annotation : parameter.getParameterAnnotations()) {
            Object @Nullable [] hints = ValidationAnnotationUtils.determineValidationHints(annotation);
            if (hints != null) {
                BeanPropertyBindingResult errors = new BeanPropertyBindingResult(payload, name(parameter));
                if (validator instanceof SmartValidator smart) {
                    smart.validate(payload, errors, hints);
                } else {
                    validator.validate(payload, errors);
                }
                if (errors.hasErrors()) {
                    throw new MethodArgumentNotValidException(message, parameter, errors);
                }
            }
        }
    }

    private static String name(MethodParameter parameter) {
        String name = parameter.getParameterName();
        return StringUtils.hasText(name) ? name : "payload";
    }
}
