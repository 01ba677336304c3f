package io.askr.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.askr.jdbc.Ledger.Attempt;
import io.askr.jdbc.RandomWorker.Planned;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;

/** What is done inside a transaction, whoever began it, by JDBC and by the way to the database. */
final class RandomSteps {

    private final RandomizedApp app;
    private final Random random;

    RandomSteps(RandomizedApp app, Random random) {
        this.app = app;
        this.random = random;
    }

    void insert(Attempt attempt) {
        insert(app.db.jdbc, attempt);
    }

    void insert(JdbcTemplate jdbc, Attempt attempt) {
        long id = app.ledger.nextId();
        attempt.written.add(id);
        jdbc.update("insert into entry (id, account) values (?, 1)", id);
    }

    void joinedWrite(Attempt attempt) {
        assertThat(app.db.database.joins()).as("joins").isTrue();
        long id = app.ledger.nextId();
        attempt.written.add(id);
        app.db.write(id);
    }

    /** Fails where anybody else wrote between the look and the write. */
    void raise(JdbcTemplate jdbc, Attempt attempt) {
        int account = random.nextInt(Ledger.ACCOUNTS);
        Integer balance = jdbc.queryForObject("select balance from account where id = ?", Integer.class, account);
        LockSupport.parkNanos(random.nextInt((int) TimeUnit.MILLISECONDS.toNanos(2)));
        jdbc.update("update account set balance = ? where id = ?", balance + 1, account);
        attempt.raised.merge(account, 1, Integer::sum);
    }

    void raiseByJoining(Attempt attempt) {
        int account = random.nextInt(Ledger.ACCOUNTS);
        Integer balance = app.db.database.read(session -> session.first(
                        Sql.of("select balance from account where id = :id"),
                        params -> params.number("id", (long) account),
                        row -> row.getInt(1))
                .orElseThrow());
        app.db.database.write(session -> session.update(
                Sql.of("update account set balance = :balance where id = :id"),
                params -> params.number("balance", balance + 1L).number("id", (long) account)));
        attempt.raised.merge(account, 1, Integer::sum);
    }

    /** What this transaction wrote is there for itself, by every way of looking. */
    void look(Attempt attempt) {
        for (long id : attempt.written) {
            Integer stored = app.db.database.read(session -> session.query(
                            Sql.of("select 1 from entry where id = :id"), params -> params.number("id", id), row -> 1)
                    .size());
            assertThat(stored).as("rows %d seen by its own transaction", id).isEqualTo(1);
        }
    }

    /** A statement that fails leaves the transaction as it was. */
    void fail() {
        String[] wrong = {
            "insert into entry (id, account) values (null, 1)", "insert into nowhere values (1)", "this is no SQL"
        };
        try {
            app.db.jdbc.update(wrong[random.nextInt(wrong.length)]);
            throw new AssertionError("a wrong statement went through");
        } catch (DataAccessException expected) {
            assertThat(expected).isNotNull();
        }
    }

    void maybeThrow() {
        if (oneIn(12)) {
            throw new Planned();
        }
    }

    boolean oneIn(int n) {
        return random.nextInt(n) == 0;
    }
}
