package io.askr.listener;

import io.askr.topic.TopicEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.core.MethodParameter;
import org.springframework.core.convert.support.DefaultConversionService;
import org.springframework.messaging.Message;
import org.springframework.messaging.handler.annotation.support.HeaderMethodArgumentResolver;
import org.springframework.messaging.handler.annotation.support.HeadersMethodArgumentResolver;
import org.springframework.messaging.handler.invocation.HandlerMethodArgumentResolver;
import org.springframework.messaging.handler.invocation.HandlerMethodArgumentResolverComposite;
import org.springframework.messaging.handler.invocation.InvocableHandlerMethod;

/** The second stage: makes a handler's arguments of events, anew for each delivery. */
final class EventDecoder {

    private final HandlerSignature signature;
    private final EventReader reader;
    private final ArgumentResolution resolution;
    private final String listener;
    private final @Nullable String subscriber;

    EventDecoder(ListenerEndpoint endpoint, EventReader reader, @Nullable ConfigurableBeanFactory beanFactory) {
        this.signature = endpoint.signature();
        this.reader = reader;
        this.resolution = new ArgumentResolution(endpoint.bean(), beanFactory);
        this.listener = endpoint.id();
        this.subscriber = endpoint.subscriber();
    }

    boolean isBatch() {
        return signature.isBatch();
    }

    /**
     * The arguments for one event; a batch handler gets a batch of one.
     *
     * @throws UndecodableException if they can't be made
     */
    Object[] arguments(TopicEvent<byte[]> event, int attempt) {
        if (isBatch()) {
            return batch(new ArrayList<>(List.of(element(event, attempt))));
        }
        EventMessage message = message(event, attempt);
        return decode(() -> resolution.getMethodArgumentValues(message));
    }

    /**
     * An event as an element of a batch.
     *
     * @throws UndecodableException if it can't be made
     */
    Object element(TopicEvent<byte[]> event, int attempt) {
        EventArgument elements = Objects.requireNonNull(signature.batch());
        EventMessage message = message(event, attempt);
        return decode(() -> reader.read(elements, message));
    }

    /** The arguments of a batch handler. */
    Object[] batch(List<Object> elements) {
        return new Object[] {elements};
    }

    private EventMessage message(TopicEvent<byte[]> event, int attempt) {
        return new EventMessage(event, () -> new EventHeaders(event, listener, subscriber, attempt));
    }

    private interface Decoding<T> {
        T run() throws Exception;
    }

    private static <T> T decode(Decoding<T> decoding) {
        try {
            return decoding.run();
        } catch (Exception | LinkageError | StackOverflowError e) {
            throw new UndecodableException(e);
        }
    }

    private final class ArgumentResolution extends InvocableHandlerMethod implements HandlerMethodArgumentResolver {

        ArgumentResolution(Object bean, @Nullable ConfigurableBeanFactory beanFactory) {
            super(bean, signature.method());
            HandlerMethodArgumentResolverComposite resolvers = new HandlerMethodArgumentResolverComposite();
            resolvers.addResolvers(
                    new HeaderMethodArgumentResolver(DefaultConversionService.getSharedInstance(), beanFactory),
                    new HeadersMethodArgumentResolver(),
                    this);
            setMessageMethodArgumentResolvers(resolvers);
        }

        @Override
        protected Object[] getMethodArgumentValues(Message<?> message, Object... provided) throws Exception {
            return super.getMethodArgumentValues(message, provided);
        }

        @Override
        public boolean supportsParameter(MethodParameter parameter) {
            return true;
        }

        @Override
        public Object resolveArgument(MethodParameter parameter, Message<?> message) {
            return reader.read(signature.arguments().get(parameter.getParameterIndex()), (EventMessage) message);
        }
    }
}
