package io.askr.listener;

import io.askr.topic.TopicEvent;
import java.util.List;
import org.springframework.core.MethodParameter;
import org.springframework.messaging.Message;
import org.springframework.messaging.MessageHeaders;
import org.springframework.messaging.handler.annotation.Header;
import org.springframework.messaging.handler.annotation.Headers;
import org.springframework.messaging.support.MessageHeaderAccessor;

/** What a parameter of a handler wants. */
enum ArgumentKind {
    PAYLOAD,
    EVENT,
    MESSAGE,
    BATCH,
    HEADER,
    HEADERS,
    ACKNOWLEDGMENT;

    static ArgumentKind of(MethodParameter parameter) {
        if (parameter.hasParameterAnnotation(Header.class)) {
            return HEADER;
        }
        if (parameter.hasParameterAnnotation(Headers.class)) {
            return HEADERS;
        }
        return of(parameter.getParameterType());
    }

    static ArgumentKind of(Class<?> type) {
        if (type == TopicEvent.class) {
            return EVENT;
        }
        if (type == Message.class) {
            return MESSAGE;
        }
        if (type == List.class) {
            return BATCH;
        }
        if (type == Acknowledgment.class) {
            return ACKNOWLEDGMENT;
        }
        return type == MessageHeaders.class || MessageHeaderAccessor.class.isAssignableFrom(type) ? HEADERS : PAYLOAD;
    }
}
