package io.askr.listener;

import java.time.Duration;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.TransactionException;
import org.springframework.util.backoff.BackOffExecution;
import org.springframework.util.backoff.ExponentialBackOff;

/** Does what has to be done in the database, however often that takes: a database that is busy or full is no handler's fault. */
final class Persistence {

    private static final long FIRST_PAUSE = 20;

    private static final long LONGEST_PAUSE = 5_000;

    private final Gate gate;
    private final ListenerReport report;

    Persistence(Gate gate, ListenerReport report) {
        this.gate = gate;
        this.report = report;
    }

    /**
     * Does it, again and again with growing pauses, until it is done or the gate closes.
     *
     * @return whether it is done
     * @throws InterruptedException if the thread is interrupted during a pause
     */
    boolean insist(Runnable work) throws InterruptedException {
        BackOffExecution pauses = pauses().start();
        while (true) {
            try {
                work.run();
                report.recovered();
                return true;
            } catch (DataAccessException | TransactionException e) {
                report.fault(e);
            }
            if (!gate.sleep(Duration.ofMillis(pauses.nextBackOff()))) {
                return false;
            }
        }
    }

    static ExponentialBackOff pauses() {
        ExponentialBackOff pauses = new ExponentialBackOff(FIRST_PAUSE, 2);
        pauses.setMaxInterval(LONGEST_PAUSE);
        pauses.setJitter(FIRST_PAUSE / 4);
        return pauses;
    }
}
