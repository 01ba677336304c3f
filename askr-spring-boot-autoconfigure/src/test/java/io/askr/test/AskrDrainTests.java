package io.askr.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.askr.listener.AskrListener;
import io.askr.listener.ListenerApp;
import io.askr.topic.AskrTopicPublisher;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AskrDrainTests {

    @TempDir
    Path folder;

    @Test
    void waitsForEventsThatHandlersPublishMeanwhile() {
        try (ListenerApp app = ListenerApp.start(folder, Chain.class)) {
            app.publish("chain", 20);
            app.bean(AskrDrain.class).drain(Duration.ofSeconds(20));

            assertThat(app.bean(Chain.class).got).hasSize(21);
        }
    }

    @Test
    void returnsAtOnceWhenThereIsNothingToDo() {
        try (ListenerApp app = ListenerApp.start(folder, Chain.class)) {
            app.bean(AskrDrain.class).drain(Duration.ofSeconds(5));

            assertThat(app.bean(Chain.class).got).isEmpty();
        }
    }

    @Test
    void saysWhoIsBehindAndWhy() {
        try (ListenerApp app = ListenerApp.start(folder, Stuck.class, Chain.class)) {
            app.publish("stuck", "a");

            assertThatExceptionOfType(AssertionError.class)
                    .isThrownBy(() -> app.bean(AskrDrain.class).drain(Duration.ofMillis(200)))
                    .withMessageContaining("the log's end at 1 is not reached by stuck at 0, at work");
            app.bean(Stuck.class).leave.countDown();
        }
    }

    @Test
    void aTestClockStandsStillUntilItIsMoved() {
        AskrTestClock clock = new AskrTestClock(Instant.EPOCH);
        assertThat(clock.advance(Duration.ofDays(1))).isEqualTo(clock.instant()).isEqualTo("1970-01-02T00:00:00Z");
        clock.set(Instant.EPOCH);
        assertThat(clock.instant()).isEqualTo(Instant.EPOCH);
    }

    static class Chain {
        final List<Integer> got = new CopyOnWriteArrayList<>();
        private final AskrTopicPublisher publisher;

        Chain(AskrTopicPublisher publisher) {
            this.publisher = publisher;
        }

        @AskrListener(topics = "chain", subscriber = "chain")
        void on(int left) {
            got.add(left);
            if (left > 0) {
                publisher.publish("chain", left - 1);
            }
        }
    }

    static class Stuck {
        final CountDownLatch leave = new CountDownLatch(1);

        @AskrListener(id = "stuck", topics = "stuck", subscriber = "stuck")
        void on() throws InterruptedException {
            leave.await();
        }
    }
}
