package io.askr.sample.quakes;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.context.ApplicationContext;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/** Ends the app once every subscriber has read the whole replay: code 0 with the counts, 1 where the replay failed. */
@Component
@ConditionalOnBooleanProperty("quakes.exit-when-done")
class ExitWhenDone {

    private static final long LOOK_EVERY_MILLIS = 50;

    private final ApplicationContext context;
    private final QuakeStatsReader reader;

    ExitWhenDone(ApplicationContext context, QuakeStatsReader reader) {
        this.context = context;
        this.reader = reader;
    }

    @EventListener
    void on(ReplayEnded replay) {
        new Thread(() -> exit(replay), "exit-when-done").start();
    }

    private void exit(ReplayEnded replay) {
        int code = replay.failure() == null && printCounts() ? 0 : 1;
        System.exit(SpringApplication.exit(context, () -> code));
    }

    private boolean printCounts() {
        try {
            QuakeStats stats = reader.stats();
            while (!stats.caughtUp()) {
                Thread.sleep(LOOK_EVERY_MILLIS);
                stats = reader.stats();
            }
            System.out.println(Counts.of(stats));
            return true;
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
