package io.askr.autoconfigure;

import io.askr.listener.AskrListener;
import io.askr.listener.AskrListenerRegistry;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.boot.LazyInitializationExcludeFilter;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.annotation.AnnotationUtils;

/** With lazy initialization nobody would ask for a listener's bean, and nothing would listen. */
final class ListenersAreNeverLazy implements LazyInitializationExcludeFilter {

    private final Map<Class<?>, Boolean> seen = new ConcurrentHashMap<>();

    @Override
    public boolean isExcluded(String beanName, BeanDefinition definition, Class<?> type) {
        return AskrListenerRegistry.class.isAssignableFrom(type)
                || AskrStartReport.class.isAssignableFrom(type)
                || AskrWriteLockReservations.class.isAssignableFrom(type)
                || seen.computeIfAbsent(type, ListenersAreNeverLazy::hasListeners);
    }

    private static boolean hasListeners(Class<?> type) {
        return AnnotationUtils.isCandidateClass(type, AskrListener.class)
                && !MethodIntrospector.selectMethods(type, ListenersAreNeverLazy::isListener)
                        .isEmpty();
    }

    private static boolean isListener(Method method) {
        return AnnotatedElementUtils.hasAnnotation(method, AskrListener.class)
                || AnnotatedElementUtils.hasAnnotation(method, io.askr.listener.AskrListeners.class);
    }
}
