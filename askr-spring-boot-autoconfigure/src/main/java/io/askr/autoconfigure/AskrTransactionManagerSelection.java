package io.askr.autoconfigure;

import io.askr.jdbc.AskrDatabase;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.sql.DataSource;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.transaction.PlatformTransactionManager;

/** Finds the transaction manager of our DataSource. */
final class AskrTransactionManagerSelection {

    /** The manager that is published where the application has none for our DataSource. */
    static final String OURS = "askrTransactionManager";

    private final ConfigurableListableBeanFactory beans;

    AskrTransactionManagerSelection(ConfigurableListableBeanFactory beans) {
        this.beans = beans;
    }

    /** The one marked, else the only or primary one of our DataSource, else the one we publish, if we do. */
    Optional<PlatformTransactionManager> find(AskrDatabase database) {
        List<String> marked = marked();
        if (marked.size() > 1) {
            throw several("are marked with @AskrTransactionManager", marked, "Mark exactly one.");
        }
        if (marked.size() == 1) {
            return Optional.of(markedOne(marked.get(0), database));
        }
        List<String> found = List.copyOf(of(database).keySet());
        if (found.size() > 1) {
            List<String> primary = found.stream().filter(this::isPrimary).toList();
            List<String> theirs =
                    found.stream().filter(name -> !name.equals(OURS)).toList();
            found = primary.isEmpty() ? theirs : primary;
        }
        if (found.size() > 1) {
            throw several("lead to the DataSource that Askr uses", found, "Mark one with @AskrTransactionManager.");
        }
        return found.stream().findFirst().map(this::manager);
    }

    /** All managers of our DataSource, by bean name. */
    Map<String, PlatformTransactionManager> of(AskrDatabase database) {
        Map<String, PlatformTransactionManager> found = new LinkedHashMap<>();
        for (String name : all()) {
            PlatformTransactionManager manager = manager(name);
            DataSource theirs = ManagedDataSource.of(manager);
            if (theirs != null && database.sameDatabase(theirs)) {
                found.put(name, manager);
            }
        }
        return found;
    }

    List<String> marked() {
        return all().stream()
                .filter(name -> beans.findAnnotationOnBean(name, AskrTransactionManager.class, false) != null)
                .toList();
    }

    List<String> all() {
        return Arrays.asList(BeanFactoryUtils.beanNamesForTypeIncludingAncestors(
                beans, PlatformTransactionManager.class, true, false));
    }

    private PlatformTransactionManager markedOne(String name, AskrDatabase database) {
        DataSource theirs = ManagedDataSource.of(manager(name));
        if (theirs != null && !database.sameDatabase(theirs)) {
            throw new AskrConfigurationException(
                    "The transaction manager '" + name + "' is marked with @AskrTransactionManager, but its DataSource"
                            + " is not the one that Askr uses.",
                    "Mark the manager of that DataSource, or mark this manager's DataSource with @AskrDataSource.");
        }
        return manager(name);
    }

    private PlatformTransactionManager manager(String name) {
        return beans.getBean(name, PlatformTransactionManager.class);
    }

    private boolean isPrimary(String name) {
        return beans.containsBeanDefinition(name)
                && beans.getMergedBeanDefinition(name).isPrimary();
    }

    private static AskrConfigurationException several(String what, List<String> names, String remedy) {
        return new AskrConfigurationException(
                "Several transaction managers " + what + ": " + String.join(", ", names) + ".", remedy);
    }
}
