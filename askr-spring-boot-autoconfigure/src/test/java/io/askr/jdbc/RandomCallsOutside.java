package io.askr.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.askr.jdbc.Ledger.Attempt;
import io.askr.jdbc.RandomWorker.Planned;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletionException;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/** Calls outside every transaction. Kinds begin with an 'o'. */
final class RandomCallsOutside {

    static final List<String> KINDS = List.of(
            "outside write",
            "outside write of two rows",
            "outside write that fails",
            "outside write, asynchronous",
            "outside write under SUPPORTS",
            "outside read");

    private final RandomizedApp app;
    private final Random random;

    RandomCallsOutside(RandomizedApp app, Random random) {
        this.app = app;
        this.random = random;
    }

    void run(Attempt attempt) {
        switch (attempt.what) {
            case "outside write" -> write(attempt);
            case "outside write of two rows" -> writeTwo(attempt, false);
            case "outside write that fails" -> writeTwo(attempt, true);
            case "outside write, asynchronous" -> writeAsync(attempt);
            case "outside write under SUPPORTS" -> writeUnderSupports(attempt);
            default -> read();
        }
    }

    private void write(Attempt attempt) {
        assertThat(app.db.database.joins()).as("joins").isFalse();
        app.db.write(id(attempt));
        attempt.committed = true;
    }

    /** Both or neither. */
    private void writeTwo(Attempt attempt, boolean fail) {
        long first = id(attempt);
        long second = id(attempt);
        app.db.database.write(session -> {
            TestDatabase.insert(session, first, 0);
            TestDatabase.insert(session, second, 0);
            if (fail) {
                if (random.nextBoolean()) {
                    throw new Planned();
                }
                try {
                    session.update(Sql.of("insert into nowhere values (1)"), params -> {});
                } catch (org.springframework.dao.DataAccessException expected) {
                    throw new Planned();
                }
            }
            return second;
        });
        assertThat(fail).isFalse();
        attempt.committed = true;
    }

    private void writeAsync(Attempt attempt) {
        long id = id(attempt);
        try {
            app.db
                    .database
                    .writeAsync(session -> TestDatabase.insert(session, id, 0))
                    .join();
            attempt.committed = true;
        } catch (CompletionException ex) {
            throw ex.getCause() instanceof RuntimeException reason ? reason : ex;
        }
    }

    /** A connection is bound to the thread, but no transaction: nobody would commit what joined it. */
    private void writeUnderSupports(Attempt attempt) {
        TransactionTemplate template = new TransactionTemplate(app.db.jdbcTransactions);
        template.setPropagationBehavior(TransactionDefinition.PROPAGATION_SUPPORTS);
        template.executeWithoutResult(status -> {
            if (app.db.pool.isAutoCommit()) {
                app.db.jdbc.queryForList("select id from account");
            }
            write(attempt);
        });
    }

    private void read() {
        int raised = app.db.database.read(session -> {
            List<Integer> first = balances(session);
            List<Integer> second = balances(session);
            assertThat(second).as("one snapshot").isEqualTo(first);
            return second.size();
        });
        assertThat(raised).isEqualTo(Ledger.ACCOUNTS);
    }

    private static List<Integer> balances(Session session) {
        return session.query(Sql.of("select balance from account"), params -> {}, row -> row.getInt(1));
    }

    private long id(Attempt attempt) {
        long id = app.ledger.nextId();
        attempt.written.add(id);
        return id;
    }
}
