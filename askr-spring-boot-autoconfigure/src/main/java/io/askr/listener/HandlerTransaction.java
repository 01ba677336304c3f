package io.askr.listener;

import java.lang.reflect.Method;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.BeansException;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.annotation.BeanFactoryAnnotationUtils;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionManager;
import org.springframework.transaction.interceptor.TransactionAttribute;
import org.springframework.transaction.interceptor.TransactionAttributeSource;
import org.springframework.util.StringUtils;

/**
 * What {@code @Transactional} says about a handler, as the application's own {@link TransactionAttributeSource} beans read
 * it: on the method or its class, inherited, composed, Spring's or Jakarta's.
 *
 * @param attribute the attribute
 * @param ours whether it is for the transaction manager that Askr uses
 */
record HandlerTransaction(TransactionAttribute attribute, boolean ours) {

    /** Reads it; empty where the handler is not transactional. */
    static Optional<HandlerTransaction> of(
            Method method, Class<?> target, ListableBeanFactory beans, @Nullable PlatformTransactionManager our) {
        return beans.getBeanProvider(TransactionAttributeSource.class)
                .orderedStream()
                .flatMap(source -> Optional.ofNullable(source.getTransactionAttribute(method, target)).stream())
                .findFirst()
                .map(found -> new HandlerTransaction(found, our != null && manager(found, target, beans) == our));
    }

    /** The manager that Spring will use: the named one, the one that the class is qualified for, or the default. */
    private static @Nullable TransactionManager manager(
            TransactionAttribute attribute, Class<?> target, ListableBeanFactory beans) {
        String qualifier = attribute.getQualifier();
        Qualifier onClass = AnnotatedElementUtils.findMergedAnnotation(target, Qualifier.class);
        try {
            if (StringUtils.hasText(qualifier)) {
                return BeanFactoryAnnotationUtils.qualifiedBeanOfType(beans, TransactionManager.class, qualifier);
            }
            if (onClass != null
                    && beans.containsBean(onClass.value())
                    && beans.isTypeMatch(onClass.value(), TransactionManager.class)) {
                return beans.getBean(onClass.value(), TransactionManager.class);
            }
            return beans.getBeanProvider(TransactionManager.class).getIfUnique();
        } catch (BeansException thereIsNone) {
            return null;
        }
    }

    boolean isReadWrite() {
        return !attribute.isReadOnly();
    }

    boolean isMandatory() {
        return attribute.getPropagationBehavior() == TransactionDefinition.PROPAGATION_MANDATORY;
    }

    /** Whether a handler of this kind means the transaction that its container has begun. */
    boolean joinsByItself() {
        return isReadWrite()
                && ours
                && (isMandatory() || attribute.getPropagationBehavior() == TransactionDefinition.PROPAGATION_REQUIRED);
    }

    /** The propagation's name if it would leave the container's transaction. */
    Optional<String> leaves() {
        return switch (attribute.getPropagationBehavior()) {
            case TransactionDefinition.PROPAGATION_REQUIRES_NEW -> Optional.of("REQUIRES_NEW");
            case TransactionDefinition.PROPAGATION_NOT_SUPPORTED -> Optional.of("NOT_SUPPORTED");
            case TransactionDefinition.PROPAGATION_NEVER -> Optional.of("NEVER");
            default -> Optional.empty();
        };
    }
}
