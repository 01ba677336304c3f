package io.askr.listener;

import java.lang.reflect.Method;

/**
 * An annotated method of a bean.
 *
 * @param annotation one of its annotations, with what composed annotations set
 * @param ordinal which of its annotations it is, from 0
 * @param method the method as the target class declares it
 * @param target the class behind proxies
 * @param bean the bean, or its proxy
 * @param beanName the bean's name
 */
record ListenerMethod(
        AskrListener annotation, int ordinal, Method method, Class<?> target, Object bean, String beanName) {

    ListenerConfigurationException refused(String problem, String remedy) {
        return new ListenerConfigurationException(method, problem, remedy);
    }

    ListenerConfigurationException refused(String problem, String remedy, Throwable cause) {
        return new ListenerConfigurationException(method, problem, remedy, cause);
    }
}
