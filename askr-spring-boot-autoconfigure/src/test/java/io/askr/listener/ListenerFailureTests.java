package io.askr.listener;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import io.askr.listener.ListenerObservationContext.Outcome;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.context.annotation.Bean;
import org.springframework.messaging.handler.annotation.Header;

class ListenerFailureTests {

    @TempDir
    Path folder;

    @Test
    void aPoisonEventIsRetriedInPlaceThenParkedWithAllThatIsKnownOfIt() {
        try (ListenerApp app = ListenerApp.start(folder, Poisoned.class)) {
            app.publish("orders", "a");
            app.publish("orders", "poison", Map.of("source", "shop"));
            app.publish("orders", "b");
            app.drain();

            assertThat(app.bean(Poisoned.class).got).containsExactly("a 1", "poison 1", "poison 2", "poison 3", "b 1");
            assertThat(app.parked()).singleElement().satisfies(row -> {
                assertThat(row)
                        .containsEntry("queue", "subscriber:s")
                        .containsEntry("attempts", 3)
                        .containsEntry("channel", "orders")
                        .containsEntry("seq", 2)
                        .containsEntry("headers", "{\"source\":\"shop\"}")
                        .hasEntrySatisfying("payload", payload -> assertThat((byte[]) payload)
                                .asString()
                                .isEqualTo("poison"));
                assertThat((String) row.get("exception")).contains("IllegalStateException", "poisoned");
            });
            assertThat(app.cursor("s")).isEqualTo(3);
            assertThat(app.only().counts()).isEqualTo(new ListenerCounts(2, 2, 1, 0, 0));
            assertThat(app.only().lastFailure()).isEmpty();
        }
    }

    @Test
    void emptyPayloadsPassThroughRetryAndPark() {
        try (ListenerApp app = ListenerApp.start(folder, FailsOnEmpty.class)) {
            app.publish("orders", new byte[0]);
            app.publish("orders", "a");
            app.drain();

            assertThat(app.bean(FailsOnEmpty.class).got).containsExactly("0", "0", "0", "1");
            assertThat(app.parked()).singleElement().satisfies(row -> assertThat((byte[]) row.get("payload"))
                    .isEmpty());
        }
    }

    @Test
    void whatCantBeDecodedIsParkedAtOnceAndHoldsNothingUp() {
        try (ListenerApp app = ListenerApp.start(folder, Numbers.class, NumberBatches.class)) {
            app.registry().pause("batch");
            for (Object payload : new Object[] {1, "no number", "", "null", 2, 3}) {
                app.publish("numbers", payload);
            }
            app.registry().resume("batch");
            app.drain();

            assertThat(app.bean(Numbers.class).got).containsExactly(1, 2, 3);
            assertThat(app.bean(NumberBatches.class).got).containsExactly(List.of(1), List.of(2, 3));
            assertThat(app.parked())
                    .filteredOn(row -> "subscriber:s".equals(row.get("queue")))
                    .extracting(row -> row.get("seq"), row -> row.get("attempts"))
                    .containsExactly(tuple(2, 1), tuple(3, 1), tuple(4, 1));
            assertThat(app.parked())
                    .filteredOn(row -> "subscriber:batches".equals(row.get("queue")))
                    .extracting(row -> row.get("seq"))
                    .containsExactly(2, 3, 4);
            assertThat(app.container("numbers").counts().retried()).isZero();
        }
    }

    @Test
    void anEventThatLacksARequiredHeaderIsParkedAtOnce() {
        try (ListenerApp app = ListenerApp.start(folder, NeedsHeader.class)) {
            app.publish("orders", "a");
            app.publish("orders", "b", Map.of("source", "shop"));
            app.drain();

            assertThat(app.bean(NeedsHeader.class).got).containsExactly("b shop");
            assertThat(app.parked()).singleElement().satisfies(row -> assertThat((String) row.get("exception"))
                    .contains("source"));
        }
    }

    @Test
    void aListenerWithoutASubscriberGivesUpAfterTheRetriesAndGoesOn() {
        try (ListenerApp app = ListenerApp.start(folder, Ephemeral.class)) {
            app.publish("orders", "a");
            app.publish("orders", "poison");
            app.publish("orders", "b");
            app.drain();

            assertThat(app.bean(Ephemeral.class).got).containsExactly("a", "poison", "poison", "poison", "b");
            assertThat(app.parked()).isEmpty();
            assertThat(app.only().counts()).isEqualTo(new ListenerCounts(2, 2, 0, 1, 0));
        }
    }

    @Test
    void anErrorInAHandlerIsAFailureLikeAnyOther() {
        try (ListenerApp app = ListenerApp.start(folder, ThrowsErrors.class)) {
            app.publish("orders", "poison");
            app.publish("orders", "a");
            app.drain();

            assertThat(app.bean(ThrowsErrors.class).got).containsExactly("a");
            assertThat((String) app.parked().get(0).get("exception")).contains("OutOfMemoryError");
            assertThat(app.only().isRunning()).isTrue();
        }
    }

    @Test
    void anInterruptThatAHandlerLeavesBehindHarmsNobody() {
        try (ListenerApp app = ListenerApp.start(folder, InterruptsItself.class)) {
            app.publish("orders", "a");
            app.publish("orders", "poison");
            app.publish("orders", "b");
            app.drain();

            assertThat(app.bean(InterruptsItself.class).got).containsExactly("a", "poison", "poison", "poison", "b");
        }
    }

    @Test
    void anErrorHandlerDecidesForItsListener() {
        try (ListenerApp app = ListenerApp.start(folder, ErrorHandlers.class, NamedErrorHandlers.class)) {
            app.publish("orders", "poison");
            app.drain();

            assertThat(app.bean(NamedErrorHandlers.class).got)
                    .containsExactlyInAnyOrder("skips", "parks", "retries", "retries", "broken", "broken", "broken");
            assertThat(app.parked())
                    .extracting(row -> row.get("queue"))
                    .containsExactlyInAnyOrder("subscriber:parks", "subscriber:broken", "subscriber:retries");
            assertThat(app.container("skips").counts().skipped()).isEqualTo(1);
            assertThat(app.cursor("skips")).isEqualTo(1);
            assertThat(app.bean(ErrorHandlers.class).failures)
                    .contains("retries retries 1 orders 1 named", "retries retries 2 orders 1 named");
        }
    }

    @Test
    void theWaitBeforeARetryIsEndedByAStop() {
        try (ListenerApp app = ListenerApp.start(folder, VeryPatient.class, Poisoned.class)) {
            app.publish("orders", "poison");
            await().until(() -> app.only().lastFailure().isPresent());
            long begin = System.nanoTime();
            app.registry().stop();

            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(4));
            assertThat(app.parked()).isEmpty();
            assertThat(app.cursor("s")).isZero();
        }
    }

    @Test
    void eachDeliveryIsObservedWithItsOutcome() {
        try (ListenerApp app = ListenerApp.start(folder, Observed.class, Poisoned.class, NumberBatches.class)) {
            app.publish("orders", "a");
            app.publish("orders", "poison");
            app.publish("numbers", "no number");
            app.drain();

            assertThat(app.bean(Observed.class).stopped)
                    .containsExactlyInAnyOrder(
                            "askr.listener s success",
                            "askr.listener s retry IllegalStateException",
                            "askr.listener s retry IllegalStateException",
                            "askr.listener s parked IllegalStateException",
                            "askr.listener batches parked PayloadConversionException");
            assertThat(app.bean(Observed.class).started).containsOnly(Outcome.UNKNOWN);
        }
    }

    static class Poisoned {
        final List<String> got = new CopyOnWriteArrayList<>();

        @AskrListener(topics = "orders", subscriber = "s")
        void on(String payload, @Header(AskrHeaders.ATTEMPT) int attempt) {
            got.add(payload + " " + attempt);
            if (payload.equals("poison")) {
                throw new IllegalStateException("poisoned");
            }
        }
    }

    static class FailsOnEmpty {
        final List<String> got = new CopyOnWriteArrayList<>();

        @AskrListener(topics = "orders", subscriber = "s")
        void on(byte[] payload) {
            got.add("" + payload.length);
            if (payload.length == 0) {
                throw new IllegalStateException("empty");
            }
        }
    }

    static class Numbers {
        final List<Integer> got = new CopyOnWriteArrayList<>();

        @AskrListener(id = "numbers", topics = "numbers", subscriber = "s")
        void on(Integer number) {
            got.add(number);
        }
    }

    static class NumberBatches {
        final List<List<Integer>> got = new CopyOnWriteArrayList<>();

        @AskrListener(id = "batch", topics = "numbers", subscriber = "batches")
        void on(List<Integer> numbers) {
            got.add(new ArrayList<>(numbers));
        }
    }

    static class NeedsHeader {
        final List<String> got = new CopyOnWriteArrayList<>();

        @AskrListener(topics = "orders", subscriber = "s")
        void on(String payload, @Header("source") String source) {
            got.add(payload + " " + source);
        }
    }

    static class Ephemeral {
        final List<String> got = new CopyOnWriteArrayList<>();

        @AskrListener(topics = "orders")
        void on(String payload) {
            got.add(payload);
            if (payload.equals("poison")) {
                throw new IllegalStateException("poisoned");
            }
        }
    }

    static class ThrowsErrors {
        final List<String> got = new CopyOnWriteArrayList<>();

        @AskrListener(topics = "orders", subscriber = "s")
        void on(String payload) {
            if (payload.equals("poison")) {
                throw new OutOfMemoryError("made up");
            }
            got.add(payload);
        }
    }

    static class InterruptsItself {
        final List<String> got = new CopyOnWriteArrayList<>();

        @AskrListener(topics = "orders", subscriber = "s")
        void on(String payload) throws InterruptedException {
            got.add(payload);
            Thread.currentThread().interrupt();
            if (payload.equals("poison")) {
                throw new InterruptedException("made up");
            }
        }
    }

    static class ErrorHandlers {
        final List<String> failures = new CopyOnWriteArrayList<>();

        @Bean
        AskrErrorHandler skip() {
            return failure -> new AskrErrorHandler.Skip();
        }

        @Bean
        AskrErrorHandler park() {
            return failure -> new AskrErrorHandler.Park();
        }

        @Bean
        AskrErrorHandler retryOnce() {
            return failure -> {
                failures.add(failure.listener() + " " + failure.subscriber() + " " + failure.attempt() + " "
                        + failure.event().channel() + " " + failure.event().seq() + " "
                        + failure.cause().getMessage());
                return failure.attempt() == 1 ? new AskrErrorHandler.Retry(Duration.ZERO) : new AskrErrorHandler.Park();
            };
        }

        @Bean
        AskrErrorHandler broken() {
            return failure -> {
                throw new IllegalStateException("the error handler itself");
            };
        }
    }

    static class NamedErrorHandlers {
        final List<String> got = new CopyOnWriteArrayList<>();

        @AskrListener(id = "skips", topics = "orders", subscriber = "skips", errorHandler = "skip")
        void skips() {
            fail("skips");
        }

        @AskrListener(id = "parks", topics = "orders", subscriber = "parks", errorHandler = "park")
        void parks() {
            fail("parks");
        }

        @AskrListener(id = "retries", topics = "orders", subscriber = "retries", errorHandler = "retryOnce")
        void retries() {
            fail("retries");
        }

        @AskrListener(id = "broken", topics = "orders", subscriber = "broken", errorHandler = "broken")
        void broken() {
            fail("broken");
        }

        private void fail(String name) {
            got.add(name);
            throw new IllegalStateException("named");
        }
    }

    static class VeryPatient {
        @Bean
        ListenerSettings settings() {
            return new ListenerSettings(
                    true,
                    7,
                    1024,
                    Duration.ofSeconds(5),
                    Duration.ofMillis(50),
                    false,
                    new RetrySettings(5, Duration.ofHours(1), 1, Duration.ofHours(1), 0));
        }
    }

    static class Observed implements ObservationHandler<ListenerObservationContext> {
        final List<String> stopped = new CopyOnWriteArrayList<>();
        final List<Outcome> started = new CopyOnWriteArrayList<>();

        @Bean
        ObservationRegistry observations() {
            ObservationRegistry registry = ObservationRegistry.create();
            registry.observationConfig().observationHandler(this);
            return registry;
        }

        @Override
        public void onStart(ListenerObservationContext context) {
            started.add(context.outcome());
        }

        @Override
        public void onStop(ListenerObservationContext context) {
            Throwable error = context.getError();
            stopped.add(context.getName() + " " + value(context, "subscriber") + " " + value(context, "outcome")
                    + (error == null ? "" : " " + error.getClass().getSimpleName()));
        }

        private static String value(ListenerObservationContext context, String key) {
            return context.getLowCardinalityKeyValue(key).getValue();
        }

        @Override
        public boolean supportsContext(Observation.Context context) {
            return context instanceof ListenerObservationContext;
        }
    }
}
