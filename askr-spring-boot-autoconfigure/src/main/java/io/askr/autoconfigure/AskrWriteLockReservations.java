package io.askr.autoconfigure;

import io.askr.jdbc.AskrDatabase;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.transaction.ConfigurableTransactionManager;
import org.springframework.transaction.TransactionExecutionListener;

/**
 * Lets the transactions of our DataSource's managers wait for the write lock before they take a pooled connection. Once all
 * singletons are there: a manager that is being created can't wait for our beans, which may wait for it.
 */
final class AskrWriteLockReservations implements SmartInitializingSingleton {

    private final AskrDatabase database;
    private final AskrTransactionManagerSelection managers;

    AskrWriteLockReservations(AskrDatabase database, AskrTransactionManagerSelection managers) {
        this.database = database;
        this.managers = managers;
    }

    @Override
    public void afterSingletonsInstantiated() {
        TransactionExecutionListener reservation = database.writeLockReservation();
        managers.of(database).values().forEach(manager -> {
            if (manager instanceof ConfigurableTransactionManager configurable) {
                configurable.addListener(reservation);
            }
        });
    }
}
