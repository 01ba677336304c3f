package io.askr.listener;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.framework.AopInfrastructureBean;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.aop.scope.ScopedObject;
import org.springframework.aop.scope.ScopedProxyUtils;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.BeanFactoryAware;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.annotation.MergedAnnotationPredicates;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;
import org.springframework.util.Assert;

/**
 * Finds the methods annotated with {@link AskrListener} and registers a container for each with the
 * {@link AskrListenerRegistry} bean. Declared by a static bean method; looks all other beans up when they are needed.
 *
 * @since 0.1.0
 */
public final class AskrListenerAnnotationBeanPostProcessor
        implements BeanPostProcessor, SmartInitializingSingleton, BeanFactoryAware, Ordered {

    private record Candidate(String beanName, Object bean, Class<?> target) {}

    private final Set<Class<?>> withoutListeners = ConcurrentHashMap.newKeySet();
    private final List<Candidate> candidates = new ArrayList<>();
    private @Nullable ConfigurableListableBeanFactory beanFactory;
    private boolean complete;

    @Override
    public void setBeanFactory(BeanFactory factory) {
        Assert.isInstanceOf(ConfigurableListableBeanFactory.class, factory);
        this.beanFactory = (ConfigurableListableBeanFactory) factory;
    }

    /** Takes note of beans with listeners. The target behind a scoped proxy is left out: the proxy stands for it. */
    @Override
    public Object postProcessAfterInitialization(Object bean, String beanName) {
        if (isInfrastructure(bean) || ScopedProxyUtils.isScopedTarget(beanName)) {
            return bean;
        }
        Class<?> target = AopProxyUtils.ultimateTargetClass(bean);
        if (withoutListeners.contains(target)) {
            return bean;
        }
        if (listeners(target).isEmpty()) {
            withoutListeners.add(target);
        } else {
            found(new Candidate(beanName, bean, target));
        }
        return bean;
    }

    private static boolean isInfrastructure(Object bean) {
        return bean instanceof AopInfrastructureBean && !(bean instanceof ScopedObject);
    }

    private synchronized void found(Candidate candidate) {
        if (complete) {
            register(candidate, candidate.bean());
        } else {
            candidates.add(candidate);
        }
    }

    /** Registers what was found, with the beans as they have become after all post-processors. */
    @Override
    public synchronized void afterSingletonsInstantiated() {
        ConfigurableListableBeanFactory beans = beans();
        makeScopedProxies(beans);
        complete = true;
        withoutListeners.clear();
        for (Candidate candidate : List.copyOf(candidates)) {
            String name = candidate.beanName();
            register(candidate, beans.containsSingleton(name) ? beans.getBean(name) : candidate.bean());
        }
        candidates.clear();
    }

    /** Nobody else may ask for the proxies of scoped beans. */
    private static void makeScopedProxies(ConfigurableListableBeanFactory beans) {
        for (String name : beans.getBeanDefinitionNames()) {
            Class<?> type = ScopedProxyUtils.isScopedTarget(name) ? beans.getType(name, false) : null;
            if (type != null && !listeners(type).isEmpty()) {
                beans.getBean(
                        name.substring(ScopedProxyUtils.getTargetBeanName("").length()));
            }
        }
    }

    private void register(Candidate candidate, Object bean) {
        AskrListenerRegistry registry = beans().getBean(AskrListenerRegistry.class);
        ListenerEndpoints endpoints = new ListenerEndpoints(beans(), registry.factory());
        listeners(candidate.target()).forEach((method, annotations) -> {
            for (int ordinal = 0; ordinal < annotations.size(); ordinal++) {
                registry.register(endpoints.read(new ListenerMethod(
                        annotations.get(ordinal), ordinal, method, candidate.target(), bean, candidate.beanName())));
            }
        });
    }

    private static Map<Method, List<AskrListener>> listeners(Class<?> target) {
        return AnnotationUtils.isCandidateClass(target, AskrListener.class)
                ? MethodIntrospector.selectMethods(target, AskrListenerAnnotationBeanPostProcessor::annotations)
                : Map.of();
    }

    /** The annotations of the method, or of the nearest one that it overrides and that has some. */
    private static @Nullable List<AskrListener> annotations(Method method) {
        List<AskrListener> annotations = MergedAnnotations.from(method, SearchStrategy.TYPE_HIERARCHY).stream(
                        AskrListener.class)
                .filter(MergedAnnotationPredicates.firstRunOf(MergedAnnotation::getAggregateIndex))
                .map(MergedAnnotation::synthesize)
                .toList();
        return annotations.isEmpty() ? null : annotations;
    }

    private ConfigurableListableBeanFactory beans() {
        return Objects.requireNonNull(beanFactory, "the post-processor is not a bean");
    }

    @Override
    public int getOrder() {
        return LOWEST_PRECEDENCE;
    }
}
