package io.askr.autoconfigure;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import javax.sql.DataSource;
import org.springframework.aop.scope.ScopedProxyUtils;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.AbstractBeanDefinition;

/**
 * Finds the name of the DataSource bean to use, from the bean definitions alone: nothing is instantiated, so that a bean
 * post-processor may ask.
 */
final class AskrDataSourceSelection {

    private final ConfigurableListableBeanFactory beans;

    AskrDataSourceSelection(ConfigurableListableBeanFactory beans) {
        this.beans = beans;
    }

    /** The bean to use: the one marked, else the only or the primary one. */
    String name() {
        List<String> marked = marked();
        if (marked.size() > 1) {
            throw new AskrConfigurationException(
                    "Several DataSource beans are marked with @AskrDataSource: " + String.join(", ", marked) + ".",
                    "Mark exactly one: topics, queues and caches live in one database.");
        }
        return marked.isEmpty() ? byDefault() : marked.get(0);
    }

    /** Whether the bean of this name is the one to use. False where there is no such choice: that is reported later. */
    boolean isChosen(String beanName) {
        List<String> marked = marked();
        return marked.isEmpty()
                ? defaultCandidate().filter(beanName::equals).isPresent()
                : marked.size() == 1 && marked.contains(beanName);
    }

    /** The bean marked with {@link AskrDataSource}, if exactly one is. */
    Optional<String> mark() {
        List<String> marked = marked();
        return marked.size() == 1 ? Optional.of(marked.get(0)) : Optional.empty();
    }

    /** The bean that the application's own auto-configuration would take, if there is exactly one. */
    Optional<String> defaultCandidate() {
        List<String> candidates = candidates();
        if (candidates.size() > 1) {
            List<String> primary = having(candidates, BeanDefinition::isPrimary);
            List<String> fallback = having(candidates, BeanDefinition::isFallback);
            candidates = primary.isEmpty() ? without(candidates, fallback) : primary;
        }
        return candidates.size() == 1 ? Optional.of(candidates.get(0)) : Optional.empty();
    }

    private String byDefault() {
        return defaultCandidate().orElseThrow(() -> {
            List<String> all = all();
            if (all.isEmpty()) {
                return new AskrConfigurationException(
                        "Askr needs a DataSource, and there is no bean of type javax.sql.DataSource.",
                        "Set 'spring.datasource.url', for example to 'jdbc:sqlite:app.db', or define a DataSource bean, "
                                + "or set 'askr.enabled=false' to start without Askr.");
            }
            return new AskrConfigurationException(
                    "Askr can't tell which DataSource to use; the candidates are: " + String.join(", ", all) + ".",
                    "Mark one of them with @AskrDataSource, beside @Bean, or make one primary.");
        });
    }

    private List<String> marked() {
        List<String> marked = new ArrayList<>();
        for (String name : all()) {
            if (beans.findAnnotationOnBean(name, AskrDataSource.class, false) != null) {
                marked.add(name);
            }
        }
        return marked;
    }

    private List<String> candidates() {
        return all().stream()
                .filter(name -> definition(beans, name)
                        .map(definition -> definition.isAutowireCandidate()
                                && !(definition instanceof AbstractBeanDefinition own && !own.isDefaultCandidate()))
                        .orElse(true))
                .toList();
    }

    private List<String> having(List<String> names, Predicate<BeanDefinition> trait) {
        return names.stream()
                .filter(name -> definition(beans, name).filter(trait).isPresent())
                .toList();
    }

    private static List<String> without(List<String> names, List<String> others) {
        return names.stream().filter(name -> !others.contains(name)).toList();
    }

    private static Optional<BeanDefinition> definition(ConfigurableListableBeanFactory beans, String name) {
        if (beans.containsBeanDefinition(name)) {
            return Optional.of(beans.getMergedBeanDefinition(name));
        }
        return beans.getParentBeanFactory() instanceof ConfigurableListableBeanFactory parent
                ? definition(parent, name)
                : Optional.empty();
    }

    private List<String> all() {
        return Arrays.stream(BeanFactoryUtils.beanNamesForTypeIncludingAncestors(beans, DataSource.class, true, false))
                .filter(name -> !ScopedProxyUtils.isScopedTarget(name))
                .toList();
    }
}
