package io.askr.autoconfigure;

import io.askr.jdbc.AskrDatabase;
import java.util.Set;
import org.springframework.boot.sql.init.dependency.AbstractBeansOfTypeDependsOnDatabaseInitializationDetector;

/** Makes an {@link AskrDatabase} of the application's own wait for scripts and migrations too. */
final class AskrDatabaseInitializationDetector extends AbstractBeansOfTypeDependsOnDatabaseInitializationDetector {

    @Override
    protected Set<Class<?>> getDependsOnDatabaseInitializationBeanTypes() {
        return Set.of(AskrDatabase.class);
    }
}
