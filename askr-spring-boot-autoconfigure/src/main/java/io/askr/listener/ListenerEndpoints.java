package io.askr.listener;

import io.askr.topic.StartPosition;
import io.askr.topic.TopicFilter;
import io.askr.topic.TopicNames;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.BeansException;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.messaging.handler.HandlerMethod;
import org.springframework.transaction.PlatformTransactionManager;

/** Reads annotated methods, resolves what they say, and refuses what can't work. */
final class ListenerEndpoints {

    private final ConfigurableListableBeanFactory beanFactory;
    private final ListenerExpressions expressions;
    private final ListenerSettings settings;
    private final @Nullable PlatformTransactionManager transactionManager;

    ListenerEndpoints(ConfigurableListableBeanFactory beanFactory, ListenerContainerFactory factory) {
        this.beanFactory = beanFactory;
        this.expressions = new ListenerExpressions(beanFactory);
        this.settings = factory.settings();
        this.transactionManager = factory.transactionManager().orElse(null);
    }

    /**
     * Reads one.
     *
     * @throws ListenerConfigurationException if it can't work as it is declared
     */
    ListenerEndpoint read(ListenerMethod listener) {
        AskrListener annotation = listener.annotation();
        Method invocable = invocable(listener);
        HandlerReturn.unfinished(listener.method(), listener.target()).ifPresent(unfinished -> {
            throw listener.refused(
                    unfinished + ": its events would be settled before they are handled",
                    "Do the work in the method and return void");
        });
        HandlerSignature signature = HandlerSignature.of(
                listener.method(),
                new HandlerMethod(listener.bean(), listener.method()).getMethodParameters(),
                listener.target());
        String subscriber = subscriber(listener);
        Optional<HandlerTransaction> transaction =
                HandlerTransaction.of(listener.method(), listener.target(), beanFactory, transactionManager);
        AckMode mode = new AckModeChoice(listener.method(), subscriber, transaction, transactionManager != null)
                .choose(annotation.ackMode());
        if (signature.takes(ArgumentKind.ACKNOWLEDGMENT) && mode != AckMode.MANUAL) {
            throw listener.refused(
                    "it takes an Acknowledgment, which ackMode " + mode + " does not have",
                    "Set ackMode = AckMode.MANUAL, or remove the parameter");
        }
        return new ListenerEndpoint(
                id(listener),
                subscriber,
                filter(listener),
                start(listener, subscriber),
                mode,
                batchSize(listener),
                autoStartup(listener),
                errorHandler(listener),
                listener.bean(),
                invocable,
                signature,
                transaction.map(each -> each.attribute().getTimeout()).orElse(-1));
    }

    private static Method invocable(ListenerMethod listener) {
        if (AopUtils.isCglibProxy(listener.bean())
                && Modifier.isFinal(listener.method().getModifiers())) {
            throw listener.refused(
                    "it is final, and the bean's proxy can't pass the call on", "Remove final from the method");
        }
        try {
            return AopUtils.selectInvocableMethod(
                    listener.method(), listener.bean().getClass());
        } catch (IllegalStateException e) {
            throw listener.refused(
                    "it can't be called on the bean's proxy: " + e.getMessage(),
                    "Make it public and, where the proxy implements interfaces only, declare it in one of them or proxy"
                            + " the class",
                    e);
        }
    }

    private String id(ListenerMethod listener) {
        String id = expressions.text(listener.annotation().id());
        if (!id.isEmpty()) {
            return id;
        }
        String suffix = listener.ordinal() == 0 ? "" : "-" + (listener.ordinal() + 1);
        return listener.beanName() + "#" + listener.method().getName() + suffix;
    }

    private @Nullable String subscriber(ListenerMethod listener) {
        String subscriber = expressions.text(listener.annotation().subscriber());
        if (subscriber.isEmpty()) {
            return null;
        }
        try {
            return TopicNames.requireSubscriber(subscriber);
        } catch (IllegalArgumentException e) {
            throw listener.refused("its subscriber can't be stored: " + e.getMessage(), "Choose another name", e);
        }
    }

    private TopicFilter filter(ListenerMethod listener) {
        String[] topics = Arrays.stream(listener.annotation().topics())
                .flatMap(expressions::texts)
                .toArray(String[]::new);
        if (topics.length == 0 || Arrays.stream(topics).anyMatch(String::isEmpty)) {
            throw listener.refused(
                    "its topics " + Arrays.toString(topics) + " name no channel, or an empty one",
                    "Set topics to channels or patterns such as \"orders.*\"");
        }
        try {
            return TopicFilter.of(topics);
        } catch (IllegalArgumentException e) {
            throw listener.refused(
                    "its topics " + Arrays.toString(topics) + " can't be read: " + e.getMessage(), "Correct them", e);
        }
    }

    private StartPosition start(ListenerMethod listener, @Nullable String subscriber) {
        String start = expressions.text(listener.annotation().start());
        if (start.isEmpty()) {
            return subscriber == null ? StartPosition.latest() : StartPosition.earliest();
        }
        try {
            return StartPosition.parse(start);
        } catch (IllegalArgumentException e) {
            throw listener.refused(
                    "its start \"" + start + "\" is no position",
                    "Set earliest, latest, a seq such as 1200, or an instant such as 2026-11-30T08:00:00Z",
                    e);
        }
    }

    private int batchSize(ListenerMethod listener) {
        String size = expressions.text(listener.annotation().batchSize());
        if (size.isEmpty()) {
            return settings.batchSize();
        }
        if (!size.matches("[1-9][0-9]{0,8}")) {
            throw listener.refused("its batchSize \"" + size + "\" is no number from 1", "Set a number such as 100");
        }
        return Integer.parseInt(size);
    }

    private boolean autoStartup(ListenerMethod listener) {
        String value = expressions.text(listener.annotation().autoStartup());
        return switch (value.toLowerCase(Locale.ROOT)) {
            case "", "true" -> true;
            case "false" -> false;
            default ->
                throw listener.refused(
                        "its autoStartup \"" + value + "\" is neither true nor false", "Set one of them");
        };
    }

    private @Nullable AskrErrorHandler errorHandler(ListenerMethod listener) {
        String name = expressions.text(listener.annotation().errorHandler());
        if (name.isEmpty()) {
            return null;
        }
        try {
            return beanFactory.getBean(name, AskrErrorHandler.class);
        } catch (BeansException e) {
            throw listener.refused(
                    "there is no bean \"" + name + "\" of type AskrErrorHandler for its errorHandler",
                    "Name one of the beans " + Arrays.toString(beanFactory.getBeanNamesForType(AskrErrorHandler.class)),
                    e);
        }
    }
}
