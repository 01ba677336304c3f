package io.askr.listener;

import java.util.Arrays;
import java.util.Collection;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.BeanExpressionContext;
import org.springframework.beans.factory.config.BeanExpressionResolver;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;

/** Resolves <code>${…}</code> and <code>#{…}</code> in the texts of an annotation. */
final class ListenerExpressions {

    private final ConfigurableBeanFactory beanFactory;

    ListenerExpressions(ConfigurableBeanFactory beanFactory) {
        this.beanFactory = beanFactory;
    }

    /** The text, stripped; empty for nothing. */
    String text(String expression) {
        Object value = evaluate(expression);
        return value == null ? "" : value.toString().strip();
    }

    /** The texts; an expression may stand for several. */
    Stream<String> texts(String expression) {
        return flat(evaluate(expression)).map(value -> value.toString().strip());
    }

    private static Stream<Object> flat(@Nullable Object value) {
        if (value instanceof Object[] array) {
            return Arrays.stream(array).flatMap(ListenerExpressions::flat);
        }
        if (value instanceof Collection<?> collection) {
            return collection.stream().flatMap(ListenerExpressions::flat);
        }
        return Stream.ofNullable(value);
    }

    private @Nullable Object evaluate(String expression) {
        String resolved = beanFactory.resolveEmbeddedValue(expression);
        BeanExpressionResolver resolver = beanFactory.getBeanExpressionResolver();
        return resolved == null || resolver == null
                ? resolved
                : resolver.evaluate(resolved, new BeanExpressionContext(beanFactory, null));
    }
}
