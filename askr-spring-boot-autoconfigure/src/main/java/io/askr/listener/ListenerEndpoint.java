package io.askr.listener;

import io.askr.topic.StartPosition;
import io.askr.topic.TopicFilter;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/**
 * A listener as its annotation declares it, checked and with everything resolved.
 *
 * @param id unique in the application
 * @param subscriber under which the cursor is stored; {@code null} for live only
 * @param filter what it reads
 * @param start where a new subscriber begins
 * @param ackMode never {@code AUTO}
 * @param batchSize events read at once at most
 * @param autoStartup whether it starts with the application
 * @param errorHandler decides about failures; {@code null} for the application's
 * @param bean the bean, or its proxy
 * @param invocable the handler as it is called on {@code bean}
 * @param signature the handler as its class declares it
 * @param timeout seconds that its transaction may take, or -1
 */
record ListenerEndpoint(
        String id,
        @Nullable String subscriber,
        TopicFilter filter,
        StartPosition start,
        AckMode ackMode,
        int batchSize,
        boolean autoStartup,
        @Nullable AskrErrorHandler errorHandler,
        Object bean,
        Method invocable,
        HandlerSignature signature,
        int timeout) {}
