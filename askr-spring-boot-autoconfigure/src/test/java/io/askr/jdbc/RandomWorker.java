package io.askr.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.askr.jdbc.Ledger.Attempt;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.CannotAcquireLockException;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** A thread that does one random thing after another, and tells the ledger what it was told. */
final class RandomWorker implements Runnable {

    private final RandomizedApp app;
    private final Random random;
    private final AtomicBoolean stop;
    private final RandomTransactions transactions;
    private final RandomRawConnections raw;
    private final RandomCallsOutside outside;
    private boolean interrupted;
    private @Nullable Thread thread;
    private volatile String doing = "nothing yet";

    RandomWorker(RandomizedApp app, long seed, AtomicBoolean stop) {
        this.app = app;
        this.random = new Random(seed);
        this.stop = stop;
        this.transactions = new RandomTransactions(app, random);
        this.raw = new RandomRawConnections(app, random);
        this.outside = new RandomCallsOutside(app, random);
    }

    @Override
    public void run() {
        synchronized (this) {
            thread = Thread.currentThread();
        }
        try {
            while (!stop.get()) {
                once();
            }
        } catch (Throwable ex) {
            app.ledger.fault("a worker died while " + doing, ex);
        } finally {
            synchronized (this) {
                thread = null;
            }
        }
    }

    /** From another thread: interrupts whatever it does now; that one thing may fail for it. */
    synchronized void interrupt() {
        if (thread != null) {
            interrupted = true;
            thread.interrupt();
        }
    }

    private void once() {
        Attempt attempt = new Attempt(pick());
        doing = attempt.what;
        try {
            switch (attempt.what.charAt(0)) {
                case 't' -> transactions.run(attempt);
                case 'r' -> raw.run(attempt);
                default -> outside.run(attempt);
            }
            app.ledger.committed(attempt);
        } catch (Planned ex) {
            settle(attempt);
        } catch (Exception ex) {
            settle(attempt);
            judge(attempt, ex);
        } catch (AssertionError ex) {
            settle(attempt);
            app.ledger.fault("wrong in " + attempt.what, ex);
        } finally {
            synchronized (this) {
                interrupted = false;
                Thread.interrupted();
            }
            checkThread(attempt);
        }
    }

    private String pick() {
        int dice = random.nextInt(10);
        if (dice < 6) {
            return transactions.kinds().get(random.nextInt(transactions.kinds().size()));
        }
        return dice < 8
                ? RandomRawConnections.KINDS.get(random.nextInt(RandomRawConnections.KINDS.size()))
                : RandomCallsOutside.KINDS.get(random.nextInt(RandomCallsOutside.KINDS.size()));
    }

    /** Whoever got an error was told "undone", unless it came after the commit. */
    private void settle(Attempt attempt) {
        if (attempt.committed) {
            app.ledger.committed(attempt);
        } else {
            app.ledger.undone(attempt);
        }
    }

    private void judge(Attempt attempt, Exception ex) {
        boolean wasInterrupted;
        synchronized (this) {
            wasInterrupted = interrupted;
        }
        if (wasInterrupted && says(ex, "nterrupt")) {
            return;
        }
        boolean busy = says(ex, "SQLITE_BUSY") || says(ex, "no write lock");
        if (busy && (wasInterrupted || app.foreignMayExceedTimeout)) {
            assertThat(ex)
                    .isInstanceOfAny(
                            CannotAcquireLockException.class,
                            CannotCreateTransactionException.class,
                            java.sql.SQLException.class);
            return;
        }
        app.ledger.fault("unexpected in " + attempt.what, ex);
    }

    static boolean says(Throwable ex, String text) {
        for (Throwable next = ex; next != null; next = next.getCause()) {
            if (String.valueOf(next.getMessage()).contains(text)) {
                return true;
            }
        }
        return false;
    }

    private void checkThread(Attempt attempt) {
        if (TransactionSynchronizationManager.isSynchronizationActive()
                || TransactionSynchronizationManager.isActualTransactionActive()
                || !TransactionSynchronizationManager.getResourceMap().isEmpty()) {
            app.ledger.fault("a transaction was left on the thread by " + attempt.what);
            TransactionSynchronizationManager.clear();
        }
    }

    @Override
    public String toString() {
        return doing;
    }

    /** Thrown by the test on purpose. */
    static final class Planned extends RuntimeException {

        private static final long serialVersionUID = 1L;

        Planned() {
            super("planned");
        }
    }
}
