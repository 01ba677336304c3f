package io.askr.sample.quakes;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.CannotCreateTransactionException;

/**
 * Plays the week's feed into the app, oldest quake first. Quakes that are stored already are left out, so that a
 * restart goes on where the last run stopped.
 */
@Component
class Replay {

    private static final Logger log = LoggerFactory.getLogger(Replay.class);

    private final QuakeProperties properties;
    private final FeedReader reader;
    private final QuakeLog quakes;
    private final JdbcClient jdbc;
    private final ApplicationEventPublisher events;

    private final CountDownLatch stopped = new CountDownLatch(1);
    private final Thread player = new Thread(this::play, "replay");

    Replay(
            QuakeProperties properties,
            FeedReader reader,
            QuakeLog quakes,
            JdbcClient jdbc,
            ApplicationEventPublisher events) {
        this.properties = properties;
        this.reader = reader;
        this.quakes = quakes;
        this.jdbc = jdbc;
        this.events = events;
    }

    @EventListener(ApplicationReadyEvent.class)
    void start() {
        if (properties.replay()) {
            player.start();
        }
    }

    @EventListener(ContextClosedEvent.class)
    void stop() throws InterruptedException {
        stopped.countDown();
        player.join(TimeUnit.SECONDS.toMillis(10));
    }

    private void play() {
        try {
            List<Quake> missing = missing();
            log.info(
                    "Replaying {} quakes of {}",
                    missing.size(),
                    properties.feed().getDescription());
            Pace pace = Pace.of(properties.replayRate());
            for (Quake quake : missing) {
                if (stopped.await(pace.untilNext(), TimeUnit.NANOSECONDS)) {
                    return;
                }
                record(quake);
            }
            events.publishEvent(new ReplayEnded(null));
        } catch (Exception failure) {
            log.error("The replay has stopped; start the app again to go on from here", failure);
            events.publishEvent(new ReplayEnded(failure));
        }
    }

    /** Somebody else may hold the write lock for longer than we wait for it; that is no reason to give up. */
    private void record(Quake quake) throws InterruptedException {
        do {
            try {
                quakes.record(quake);
                return;
            } catch (CannotCreateTransactionException | TransientDataAccessException busy) {
                log.warn("Quake {} is not stored yet, trying again: {}", quake.id(), busy.getMessage());
            }
        } while (!stopped.await(1, TimeUnit.SECONDS));
    }

    private List<Quake> missing() {
        Set<String> stored = new HashSet<>(
                jdbc.sql("select id from quake").query(String.class).list());
        return reader.read(bytes()).quakes().stream()
                .filter(quake -> !stored.contains(quake.id()))
                .toList();
    }

    private byte[] bytes() {
        try {
            return properties.feed().getContentAsByteArray();
        } catch (IOException unreadable) {
            throw new UncheckedIOException("quakes.feed can't be read: " + properties.feed(), unreadable);
        }
    }
}
