package io.askr.jdbc;

import jakarta.persistence.EntityManager;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.orm.jpa.JpaTransactionManager;
import org.springframework.orm.jpa.SharedEntityManagerCreator;
import org.springframework.transaction.event.TransactionPhase;
import org.springframework.transaction.event.TransactionalEventListener;
import org.springframework.transaction.event.TransactionalEventListenerFactory;

/** The application that the random workers are threads of. */
final class RandomizedApp implements AutoCloseable {

    final Ledger ledger = new Ledger();
    final TestDatabase db;
    final TestDatabase other;
    final JpaTransactionManager jpaTransactions;
    final EntityManager entities;
    final AnnotationConfigApplicationContext events;
    final boolean foreignMayExceedTimeout;

    RandomizedApp(Path folder, boolean foreignMayExceedTimeout, UnaryOperator<TestDatabase.Options> options) {
        this.foreignMayExceedTimeout = foreignMayExceedTimeout;
        this.db = options.apply(TestDatabase.at(folder.resolve("app.db"))).open();
        this.other = TestDatabase.at(folder.resolve("other.db"))
                .poolSize(10)
                .withoutAskrTables()
                .open();
        this.jpaTransactions = db.jpaTransactions();
        this.entities = SharedEntityManagerCreator.createSharedEntityManager(db.entityManagers());
        this.events = new AnnotationConfigApplicationContext(TransactionalEventListenerFactory.class, Listener.class);
    }

    @Override
    public void close() {
        events.close();
        db.close();
        other.close();
    }

    /** Something that happens after a commit. */
    record Happened(Runnable reaction) {}

    static class Listener {

        @TransactionalEventListener(phase = TransactionPhase.AFTER_COMMIT)
        void on(Happened event) {
            event.reaction().run();
        }
    }
}
