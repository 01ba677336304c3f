package io.askr.listener;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import io.askr.topic.AskrTopicPublisher;
import io.askr.topic.TopicEvent;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.context.annotation.Bean;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

class TransactionModeTests {

    @TempDir
    Path folder;

    @Test
    void aHandlerThatThrowsAtRandomLeavesEachEventExactlyOnceAndInOrder() {
        try (ListenerApp app = ListenerApp.start(folder, PatientSettings.class, ThrowsAtRandom.class)) {
            List<String> published =
                    IntStream.range(0, 300).mapToObj(n -> "n" + n).toList();
            published.forEach(payload -> app.publish("orders", payload));
            app.drain();

            assertThat(app.done()).isEqualTo(published);
            assertThat(app.target(ThrowsAtRandom.class).thrown).isPositive();
            assertThat(app.parked()).isEmpty();
            assertThat(app.only().counts().retried()).isEqualTo(app.target(ThrowsAtRandom.class).thrown);
            assertThat(app.cursor("s")).isEqualTo(300);
        }
    }

    @Test
    void transactionalHandlersAreDetected() {
        try (ListenerApp app = ListenerApp.start(folder, Detected.class, DetectedOnClass.class)) {
            assertThat(app.registry().containers())
                    .extracting(ListenerContainer::id, ListenerContainer::ackMode)
                    .containsExactlyInAnyOrder(
                            tuple("required", AckMode.TRANSACTION),
                            tuple("mandatory", AckMode.TRANSACTION),
                            tuple("jakarta", AckMode.TRANSACTION),
                            tuple("onClass", AckMode.TRANSACTION),
                            tuple("readOnly", AckMode.RECORD),
                            tuple("requiresNew", AckMode.RECORD),
                            tuple("supports", AckMode.RECORD),
                            tuple("plain", AckMode.RECORD));
        }
    }

    @Test
    void aMandatoryHandlerFindsTheContainersTransaction() {
        try (ListenerApp app = ListenerApp.start(folder, Mandatory.class)) {
            app.publish("orders", "a");
            app.drain();

            assertThat(app.done()).containsExactly("a");
        }
    }

    @Test
    void aHandlerWithoutTransactionalRunsInTheContainersTransactionWhenTheModeIsSet() {
        try (ListenerApp app = ListenerApp.start(folder, PlainInTransaction.class)) {
            app.publish("orders", "a");
            app.drain();

            assertThat(app.done()).containsExactly("active");
        }
    }

    @Test
    void aCheckedExceptionRollsBackAlthoughSpringWouldCommit() {
        try (ListenerApp app = ListenerApp.start(folder, ThrowsChecked.class)) {
            app.publish("orders", "poison");
            app.publish("orders", "good");
            app.drain();

            assertThat(app.done()).containsExactly("good");
            assertThat(app.parked()).singleElement().satisfies(row -> {
                assertThat(row).containsEntry("queue", "subscriber:s").containsEntry("attempts", 3);
                assertThat((String) row.get("exception")).contains("IOException", "checked");
            });
        }
    }

    @Test
    void anInnerExceptionThatTheHandlerSwallowsFailsTheDelivery() {
        try (ListenerApp app = ListenerApp.start(folder, Inner.class, Swallows.class)) {
            app.publish("orders", "poison");
            app.publish("orders", "good");
            app.drain();

            assertThat(app.done()).containsExactly("good");
            assertThat((String) app.parked().get(0).get("exception")).contains("UnexpectedRollbackException");
        }
    }

    @Test
    void whatTheHandlerMakesTheCommitFailByIsItsOwnFailure() {
        try (ListenerApp app = ListenerApp.start(folder, BreaksAConstraintAtCommit.class)) {
            app.jdbc().execute("create table parent (id integer primary key)");
            app.jdbc()
                    .execute(
                            "create table child (parent integer references parent (id) deferrable initially deferred)");
            app.publish("orders", "poison");
            app.publish("orders", "good");
            app.drain();

            assertThat(app.done()).containsExactly("good");
            assertThat(app.parked()).hasSize(1);
        }
    }

    @Test
    void aCallbackThatFailsAfterTheCommitDoesNotRunTheEventAgain() {
        try (ListenerApp app = ListenerApp.start(folder, FailsAfterCommit.class)) {
            app.publish("orders", "a");
            app.publish("orders", "b");
            app.drain();

            assertThat(app.done()).containsExactly("a", "b");
            assertThat(app.parked()).isEmpty();
            assertThat(app.only().counts()).isEqualTo(new ListenerCounts(2, 0, 0, 0, 0));
        }
    }

    @Test
    void whatAHandlerPublishesIsPublishedWithItsCommitOnly() {
        try (ListenerApp app = ListenerApp.start(folder, Republishes.class, Collects.class)) {
            app.publish("in", "a");
            app.publish("in", "poison");
            app.publish("in", "b");
            app.drain();

            assertThat(app.target(Collects.class).got).containsExactly("out of a", "out of b");
        }
    }

    @Test
    void aCursorThatSomebodyElseMovedIsReadAnewAndNothingIsDoneTwice() {
        try (ListenerApp app = ListenerApp.start(folder, MovesItsOwnCursorOnce.class)) {
            for (int n = 1; n <= 10; n++) {
                app.publish("orders", "n" + n);
            }
            app.drain();

            assertThat(app.done()).containsExactly("n1", "n2", "n6", "n7", "n8", "n9", "n10");
            assertThat(app.cursor("s")).isEqualTo(10);
        }
    }

    @Test
    void aBatchIsOneTransaction() {
        try (ListenerApp app = ListenerApp.start(folder, Batch.class)) {
            app.registry().pause("batch");
            List<String> published =
                    IntStream.range(0, 25).mapToObj(n -> "n" + n).toList();
            published.forEach(payload -> app.publish("orders", payload));
            app.registry().resume("batch");
            app.drain();

            assertThat(app.done()).isEqualTo(published);
            assertThat(app.target(Batch.class).sizes).containsExactly(10, 10, 5);
        }
    }

    @Test
    void onlyTheCulpritOfABatchIsRetriedAndParked() {
        try (ListenerApp app = ListenerApp.start(folder, BatchWithPoison.class)) {
            app.registry().pause("batch");
            List.of("a", "poison", "b", "c").forEach(payload -> app.publish("orders", payload));
            app.registry().resume("batch");
            app.drain();

            assertThat(app.done()).containsExactly("a", "b", "c");
            assertThat(app.target(BatchWithPoison.class).calls)
                    .containsExactly("[a, poison, b, c]", "[a]", "[poison]", "[poison]", "[poison]", "[b]", "[c]");
            assertThat(app.parked()).singleElement().satisfies(row -> assertThat(row)
                    .containsEntry("channel", "orders")
                    .containsEntry("seq", 2));
        }
    }

    @Test
    void aDatabaseThatIsLockedWhenTheTransactionBeginsIsNotTheHandlersFault() throws Exception {
        try (ListenerApp app = ListenerApp.start(folder, ThrowsAtRandom.class)) {
            app.target(ThrowsAtRandom.class).odds = 0;
            app.registry().pause("random");
            app.publish("orders", "a");
            try (ForeignLock lock = ForeignLock.on(folder.resolve("app.db"))) {
                app.registry().resume("random");
                await().atMost(Duration.ofSeconds(20))
                        .until(() -> app.only().counts().faults() >= 2);
                assertThat(app.only().lastFailure()).isPresent();
                assertThat(lock.isHeld()).isTrue();
            }
            app.drain();

            assertThat(app.done()).containsExactly("a");
            assertThat(app.only().counts().retried()).isZero();
            assertThat(app.only().lastFailure()).isEmpty();
        }
    }

    static class PatientSettings {
        @Bean
        ListenerSettings settings() {
            return new ListenerSettings(
                    true,
                    7,
                    1024,
                    Duration.ofSeconds(5),
                    Duration.ofMillis(50),
                    false,
                    new RetrySettings(1000, Duration.ofMillis(1), 1, Duration.ofMillis(1), 0));
        }
    }

    static class ThrowsAtRandom {
        private final JdbcTemplate jdbc;
        private final Random random = new Random(7);
        volatile int odds = 3;
        volatile int thrown;

        ThrowsAtRandom(JdbcTemplate jdbc) {
            this.jdbc = jdbc;
        }

        @Transactional
        @AskrListener(id = "random", topics = "orders", subscriber = "s")
        public void on(String payload) {
            jdbc.update("insert into done (note) values (?)", payload);
            if (odds > 0 && random.nextInt(odds) == 0) {
                thrown++;
                throw new IllegalStateException("at random");
            }
        }
    }

    static class Detected {
        @Transactional
        @AskrListener(id = "required", topics = "x", subscriber = "a")
        public void required() {}

        @Transactional(propagation = Propagation.MANDATORY)
        @AskrListener(id = "mandatory", topics = "x", subscriber = "b")
        public void mandatory() {}

        @jakarta.transaction.Transactional
        @AskrListener(id = "jakarta", topics = "x", subscriber = "c")
        public void jakarta() {}

        @Transactional(readOnly = true)
        @AskrListener(id = "readOnly", topics = "x", subscriber = "d")
        public void readOnly() {}

        @Transactional(propagation = Propagation.REQUIRES_NEW)
        @AskrListener(id = "requiresNew", topics = "x", subscriber = "e")
        public void requiresNew() {}

        @Transactional(propagation = Propagation.SUPPORTS)
        @AskrListener(id = "supports", topics = "x", subscriber = "f")
        public void supports() {}

        @AskrListener(id = "plain", topics = "x", subscriber = "g")
        public void plain() {}
    }

    @Transactional
    abstract static class TransactionalBase {}

    static class DetectedOnClass extends TransactionalBase {
        @AskrListener(id = "onClass", topics = "x", subscriber = "h")
        public void on() {}
    }

    static class Mandatory {
        private final JdbcTemplate jdbc;

        Mandatory(JdbcTemplate jdbc) {
            this.jdbc = jdbc;
        }

        @Transactional(propagation = Propagation.MANDATORY)
        @AskrListener(topics = "orders", subscriber = "s")
        public void on(String payload) {
            jdbc.update("insert into done (note) values (?)", payload);
        }
    }

    static class PlainInTransaction {
        private final JdbcTemplate jdbc;

        PlainInTransaction(JdbcTemplate jdbc) {
            this.jdbc = jdbc;
        }

        @AskrListener(topics = "orders", subscriber = "s", ackMode = AckMode.TRANSACTION)
        void on() {
            jdbc.update(
                    "insert into done (note) values (?)",
                    TransactionSynchronizationManager.isActualTransactionActive() ? "active" : "none");
        }
    }

    static class ThrowsChecked {
        private final JdbcTemplate jdbc;

        ThrowsChecked(JdbcTemplate jdbc) {
            this.jdbc = jdbc;
        }

        @Transactional
        @AskrListener(topics = "orders", subscriber = "s")
        public void on(String payload) throws IOException {
            jdbc.update("insert into done (note) values (?)", payload);
            if (payload.equals("poison")) {
                throw new IOException("checked");
            }
        }
    }

    static class Inner {
        @Transactional
        public void fail() {
            throw new IllegalStateException("inner");
        }
    }

    static class Swallows {
        private final JdbcTemplate jdbc;
        private final Inner inner;

        Swallows(JdbcTemplate jdbc, Inner inner) {
            this.jdbc = jdbc;
            this.inner = inner;
        }

        @Transactional
        @AskrListener(topics = "orders", subscriber = "s")
        public void on(String payload) {
            jdbc.update("insert into done (note) values (?)", payload);
            if (payload.equals("poison")) {
                try {
                    inner.fail();
                } catch (IllegalStateException swallowed) {
                    assertThat(swallowed).hasMessage("inner");
                }
            }
        }
    }

    static class BreaksAConstraintAtCommit {
        private final JdbcTemplate jdbc;

        BreaksAConstraintAtCommit(JdbcTemplate jdbc) {
            this.jdbc = jdbc;
        }

        @Transactional
        @AskrListener(topics = "orders", subscriber = "s")
        public void on(String payload) {
            if (payload.equals("poison")) {
                jdbc.execute("pragma defer_foreign_keys = on");
                jdbc.update("insert into child (parent) values (99)");
                TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
                    @Override
                    public void beforeCommit(boolean readOnly) {
                        throw new DataIntegrityViolationException("flush");
                    }
                });
            }
            jdbc.update("insert into done (note) values (?)", payload);
        }
    }

    static class FailsAfterCommit {
        private final JdbcTemplate jdbc;

        FailsAfterCommit(JdbcTemplate jdbc) {
            this.jdbc = jdbc;
        }

        @Transactional
        @AskrListener(topics = "orders", subscriber = "s")
        public void on(String payload) {
            jdbc.update("insert into done (note) values (?)", payload);
            TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
                @Override
                public void afterCommit() {
                    throw new IllegalStateException("after commit");
                }
            });
        }
    }

    static class Republishes {
        private final AskrTopicPublisher publisher;

        Republishes(AskrTopicPublisher publisher) {
            this.publisher = publisher;
        }

        @Transactional
        @AskrListener(topics = "in", subscriber = "s")
        public void on(String payload) {
            publisher.publish("out", "out of " + payload);
            if (payload.equals("poison")) {
                throw new IllegalStateException("poison");
            }
        }
    }

    static class Collects {
        final List<String> got = new CopyOnWriteArrayList<>();

        @AskrListener(topics = "out", subscriber = "collects")
        void on(String payload) {
            got.add(payload);
        }
    }

    static class MovesItsOwnCursorOnce {
        private final JdbcTemplate jdbc;
        private final AtomicInteger calls = new AtomicInteger();

        MovesItsOwnCursorOnce(JdbcTemplate jdbc) {
            this.jdbc = jdbc;
        }

        /** As another process would that had taken over and has handled the third to the fifth event. */
        @Transactional
        @AskrListener(topics = "orders", subscriber = "s")
        public void on(String payload) {
            jdbc.update("insert into done (note) values (?)", payload);
            if (calls.incrementAndGet() == 2) {
                jdbc.update("update askr_subscribers set cursor = 5 where name = 's'");
            }
        }
    }

    static class Batch {
        private final JdbcTemplate jdbc;
        final List<Integer> sizes = new CopyOnWriteArrayList<>();

        Batch(JdbcTemplate jdbc) {
            this.jdbc = jdbc;
        }

        @Transactional
        @AskrListener(id = "batch", topics = "orders", subscriber = "s")
        public void on(List<TopicEvent<String>> events) {
            sizes.add(events.size());
            events.forEach(event -> jdbc.update("insert into done (note) values (?)", event.payload()));
        }
    }

    static class BatchWithPoison {
        private final JdbcTemplate jdbc;
        final List<String> calls = new CopyOnWriteArrayList<>();

        BatchWithPoison(JdbcTemplate jdbc) {
            this.jdbc = jdbc;
        }

        @Transactional
        @AskrListener(id = "batch", topics = "orders", subscriber = "s")
        public void on(List<String> payloads) {
            calls.add(payloads.toString());
            payloads.forEach(payload -> jdbc.update("insert into done (note) values (?)", payload));
            if (payloads.contains("poison")) {
                throw new IllegalStateException("poison");
            }
        }
    }
}
