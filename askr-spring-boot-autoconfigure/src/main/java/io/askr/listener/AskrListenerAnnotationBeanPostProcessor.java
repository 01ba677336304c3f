package io.askr.listener;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.BeanFactoryAware;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.core.Ordered;

/**
 * Finds the methods annotated with {@link AskrListener} and registers a container for each with the
 * {@link AskrListenerRegistry} bean. Declared by a static bean method; looks all other beans up when they are needed.
 *
 * @since 0.1.0
 */
public final class AskrListenerAnnotationBeanPostProcessor
        implements BeanPostProcessor, SmartInitializingSingleton, BeanFactoryAware, Ordered {

    @Override
    public void setBeanFactory(BeanFactory beanFactory) {}

    @Override
    public Object postProcessAfterInitialization(Object bean, String beanName) {
        return bean;
    }

    @Override
    public void afterSingletonsInstantiated() {}

    @Override
    public int getOrder() {
        return LOWEST_PRECEDENCE;
    }
}
