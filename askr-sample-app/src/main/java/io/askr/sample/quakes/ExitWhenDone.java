package io.askr.sample.quakes;

import io.askr.listener.AskrListenerRegistry;
import io.askr.listener.ListenerContainer;
import io.askr.topic.AskrTopics;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.context.ApplicationContext;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/** Ends the app once every listener has handled the whole replay: code 0 with the counts, 1 where the replay failed. */
@Component
@ConditionalOnBooleanProperty("quakes.exit-when-done")
class ExitWhenDone {

    private final ApplicationContext context;
    private final AskrListenerRegistry listeners;
    private final AskrTopics topics;
    private final QuakeStatsReader reader;

    ExitWhenDone(
            ApplicationContext context, AskrListenerRegistry listeners, AskrTopics topics, QuakeStatsReader reader) {
        this.context = context;
        this.listeners = listeners;
        this.topics = topics;
        this.reader = reader;
    }

    @EventListener
    void on(ReplayEnded replay) {
        new Thread(() -> exit(replay), "exit-when-done").start();
    }

    private void exit(ReplayEnded replay) {
        int code = replay.failure() == null ? 0 : 1;
        if (code == 0) {
            awaitListeners(topics.lastSeq());
            System.out.println(Counts.of(reader.stats()));
        }
        System.exit(SpringApplication.exit(context, () -> code));
    }

    private void awaitListeners(long seq) {
        for (ListenerContainer listener : listeners.containers()) {
            listener.whenReached(seq).join();
        }
    }
}
