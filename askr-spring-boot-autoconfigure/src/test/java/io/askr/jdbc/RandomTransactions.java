package io.askr.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.askr.jdbc.Ledger.Attempt;
import io.askr.jdbc.RandomWorker.Planned;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionTimedOutException;
import org.springframework.transaction.UnexpectedRollbackException;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Transactions by Spring's managers, in every form. Kinds begin with a 't'. */
final class RandomTransactions {

    private static final List<String> KINDS = List.of(
            "transaction jdbc",
            "transaction jdbc",
            "transaction jpa",
            "transaction jpa",
            "transaction jdbc reading",
            "transaction jpa reading",
            "transaction of another DataSource");

    private final RandomizedApp app;
    private final Random random;
    private final RandomSteps steps;

    RandomTransactions(RandomizedApp app, Random random) {
        this.app = app;
        this.random = random;
        this.steps = new RandomSteps(app, random);
    }

    List<String> kinds() {
        return KINDS;
    }

    void run(Attempt attempt) {
        PlatformTransactionManager manager =
                attempt.what.startsWith("transaction jpa") ? app.jpaTransactions : app.db.jdbcTransactions;
        if (attempt.what.endsWith("reading")) {
            reading(manager);
        } else if (attempt.what.endsWith("DataSource")) {
            ofAnother(attempt);
        } else {
            writing(manager, attempt);
        }
    }

    private void writing(PlatformTransactionManager manager, Attempt attempt) {
        TransactionTemplate template = new TransactionTemplate(manager);
        boolean late = steps.oneIn(400);
        if (late || steps.oneIn(4)) {
            template.setTimeout(late ? 1 : 5);
        }
        try {
            Boolean kept = template.execute(status -> {
                noteCompletion(attempt);
                for (int left = 1 + random.nextInt(4); left > 0; left--) {
                    step(manager, attempt);
                    steps.maybeThrow();
                }
                if (late) {
                    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1_100));
                    steps.insert(attempt);
                }
                if (steps.oneIn(10)) {
                    status.setRollbackOnly();
                }
                return !status.isRollbackOnly();
            });
            if (!kept) {
                throw new Planned();
            }
            assertThat(attempt.committed).as("completed as committed").isTrue();
            assertThat(attempt.doomed).as("an inner failure was ignored").isFalse();
        } catch (UnexpectedRollbackException ex) {
            assertThat(attempt.doomed)
                    .as("rolled back because of the inner failure")
                    .isTrue();
            throw new Planned();
        } catch (TransactionTimedOutException ex) {
            assertThat(late).isTrue();
            throw new Planned();
        }
    }

    private static void noteCompletion(Attempt attempt) {
        TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
            @Override
            public void afterCompletion(int status) {
                attempt.committed = status == STATUS_COMMITTED;
            }
        });
    }

    private void step(PlatformTransactionManager manager, Attempt attempt) {
        boolean jpa = manager == app.jpaTransactions;
        switch (random.nextInt(12)) {
            case 0 -> steps.insert(attempt);
            case 1, 2 -> steps.joinedWrite(attempt);
            case 3 -> steps.raise(app.db.jdbc, attempt);
            case 4 -> steps.raiseByJoining(attempt);
            case 5 -> steps.look(attempt);
            case 6 -> steps.fail();
            case 7 -> {
                if (jpa) {
                    persist(attempt);
                } else {
                    nested(attempt);
                }
            }
            case 8 -> swallowedFailure(manager, attempt);
            case 9 -> requiresNew(manager, attempt);
            case 10 -> callbacks();
            default -> app.events.publishEvent(new RandomizedApp.Happened(() -> writeOutside("event listener")));
        }
    }

    private void persist(Attempt attempt) {
        Entry entry = new Entry(app.ledger.nextId(), 2);
        attempt.written.add(entry.id());
        app.entities.persist(entry);
        app.entities.flush();
    }

    private void nested(Attempt attempt) {
        if (attempt.doomed) {
            return;
        }
        Attempt inner = new Attempt("nested");
        TransactionTemplate template = new TransactionTemplate(app.db.jdbcTransactions);
        template.setPropagationBehavior(TransactionDefinition.PROPAGATION_NESTED);
        try {
            template.executeWithoutResult(status -> {
                steps.insert(inner);
                steps.joinedWrite(inner);
                steps.raise(app.db.jdbc, inner);
                if (steps.oneIn(2)) {
                    throw new Planned();
                }
            });
            attempt.keep(inner);
        } catch (Planned expected) {
            attempt.undo(inner);
        } catch (RuntimeException ex) {
            attempt.keep(inner);
            throw ex;
        }
    }

    /** The application catches what the inner transaction has already condemned the outer one for. */
    private void swallowedFailure(PlatformTransactionManager manager, Attempt attempt) {
        if (!steps.oneIn(3)) {
            return;
        }
        try {
            new TransactionTemplate(manager).executeWithoutResult(status -> {
                attempt.doomed = true;
                steps.joinedWrite(attempt);
                throw new Planned();
            });
        } catch (Planned expected) {
            assertThat(attempt.doomed).isTrue();
        }
    }

    private void requiresNew(PlatformTransactionManager manager, Attempt attempt) {
        TransactionTemplate template = new TransactionTemplate(manager);
        template.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
        steps.insert(attempt);
        long began = System.nanoTime();
        if (!Boolean.getBoolean("askr.test.without-lock-on-begin")) {
            assertThatThrownBy(() -> template.executeWithoutResult(status -> steps.insert(new Attempt("never"))))
                    .satisfies(ex -> assertThat(RandomWorker.says(ex, "inside a writing transaction"))
                            .as("says what is wrong: %s", ex)
                            .isTrue());
            assertThat(System.nanoTime() - began).isLessThan(TimeUnit.SECONDS.toNanos(2));
        }
    }

    private void callbacks() {
        boolean inAfterCommit = steps.oneIn(3);
        TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
            @Override
            public void afterCommit() {
                if (inAfterCommit) {
                    writeOutside("afterCommit");
                }
            }

            @Override
            public void afterCompletion(int status) {
                writeOutside("afterCompletion");
            }
        });
    }

    /** After completion a write is durable when it returns, and an error is the callback's own. */
    private void writeOutside(String where) {
        Attempt attempt = new Attempt("write in " + where);
        long id = app.ledger.nextId();
        attempt.written.add(id);
        try {
            app.db.write(id);
            app.ledger.committed(attempt);
        } catch (RuntimeException ex) {
            app.ledger.undone(attempt);
            if (!RandomWorker.says(ex, "nterrupt")
                    && !app.foreignMayExceedTimeout
                    && !Thread.currentThread().isInterrupted()) {
                app.ledger.fault("unexpected in " + attempt.what, ex);
            }
        }
    }

    private void reading(PlatformTransactionManager manager) {
        TransactionTemplate template = new TransactionTemplate(manager);
        template.setReadOnly(true);
        template.executeWithoutResult(status -> {
            Long before = app.db.jdbc.queryForObject("select count(*) from entry", Long.class);
            LockSupport.parkNanos(random.nextInt(500_000));
            Long joined = app.db.database.read(
                    session -> session.first(Sql.of("select count(*) from entry"), params -> {}, row -> row.getLong(1))
                            .orElseThrow());
            assertThat(joined).as("one state in one transaction").isEqualTo(before);
            assertThatThrownBy(() -> app.db.write(-1))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("read-only");
            steps.maybeThrow();
        });
    }

    /** The call commits by itself, whatever becomes of the other DataSource's transaction. */
    private void ofAnother(Attempt attempt) {
        new TransactionTemplate(app.other.jdbcTransactions).executeWithoutResult(status -> {
            steps.raise(app.other.jdbc, new Attempt("in the other file"));
            Attempt outside = new Attempt("write in a transaction of another DataSource");
            long id = app.ledger.nextId();
            outside.written.add(id);
            try {
                app.db.write(id);
                app.ledger.committed(outside);
            } catch (RuntimeException ex) {
                app.ledger.undone(outside);
                throw ex;
            }
            steps.maybeThrow();
        });
        attempt.committed = true;
    }
}
