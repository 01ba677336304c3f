package io.askr.listener;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

import io.askr.topic.AskrTopicPublisher;
import io.askr.topic.SubscriberStore;
import io.askr.topic.TopicEvent;
import io.askr.wake.Watcher;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.dao.DataAccessException;

class ListenerLifecycleTests {

    @TempDir
    Path folder;

    @Test
    void committedEventsAreDeliveredAndRolledBackOnesNever() {
        try (ListenerApp app = ListenerApp.start(folder, Plain.class)) {
            app.transaction().executeWithoutResult(status -> {
                app.publish("orders", "rolled back");
                status.setRollbackOnly();
            });
            app.transaction().executeWithoutResult(status -> app.publish("orders", "committed"));
            app.drain();

            assertThat(app.bean(Plain.class).got).containsExactly("committed");
        }
    }

    @Test
    void eventsOfAnotherProgramReachTheListener() {
        try (ListenerApp app = ListenerApp.start(folder, Plain.class)) {
            app.jdbc().update("insert into askr_events (channel, payload) values ('orders', 'foreign')");

            await().atMost(Duration.ofSeconds(5))
                    .untilAsserted(() -> assertThat(app.bean(Plain.class).got).containsExactly("foreign"));
        }
    }

    @Test
    void aNewSubscriberStartsAtTheEarliestEventAndItsCursorWinsAfterwards() {
        try (ListenerApp app = ListenerApp.start(folder)) {
            app.publish("orders", "before");
        }
        try (ListenerApp app = ListenerApp.start(folder, Plain.class)) {
            app.drain();
            assertThat(app.bean(Plain.class).got).containsExactly("before");
        }
        try (ListenerApp app = ListenerApp.start(folder, Plain.class)) {
            app.publish("orders", "after");
            app.drain();
            assertThat(app.bean(Plain.class).got).containsExactly("after");
        }
    }

    @Test
    void startPositionsHoldForNewSubscribers() {
        try (ListenerApp app = ListenerApp.start(folder)) {
            List.of("a", "b", "c").forEach(payload -> app.publish("orders", payload));
            app.jdbc().update("update askr_events set created_at = 1000 where seq < 3");
        }
        try (ListenerApp app = ListenerApp.start(folder, Starts.class)) {
            app.publish("orders", "d");
            app.drain();
            assertThat(app.bean(Starts.class).got)
                    .containsExactlyInAnyOrder(
                            "latest d", "seq b", "seq c", "seq d", "instant c", "instant d", "live d");
        }
    }

    @Test
    void aLiveListenersPositionIsFixedWhenStartReturns() {
        try (ListenerApp app = ListenerApp.start(folder, Live.class)) {
            Live live = app.bean(Live.class);
            for (int round = 0; round < 20; round++) {
                app.publish("orders", "missed " + round);
                app.registry().start("live");
                app.publish("orders", "got " + round);
                app.drain();
                app.registry().stop("live");
            }
            assertThat(live.got).hasSize(20).allMatch(payload -> payload.startsWith("got"));
        }
    }

    @Test
    void aPausedListenerGetsNothingUntilItIsResumed() {
        try (ListenerApp app = ListenerApp.start(folder, Plain.class)) {
            app.registry().pause("plain");
            app.publish("orders", "a");
            app.drain();
            assertThat(app.only().isPaused()).isTrue();
            assertThat(app.only().isRunning()).isTrue();
            assertThat(app.bean(Plain.class).got).isEmpty();

            app.registry().stop("plain");
            app.registry().start("plain");
            app.drain();
            assertThat(app.bean(Plain.class).got).isEmpty();

            app.registry().resume("plain");
            app.drain();
            assertThat(app.bean(Plain.class).got).containsExactly("a");
        }
    }

    @Test
    void listenersStopAndStartAgain() {
        try (ListenerApp app = ListenerApp.start(folder, Plain.class)) {
            app.publish("orders", "a");
            app.drain();
            app.context().stop();
            assertThat(app.registry().isRunning()).isFalse();
            assertThat(app.only().isRunning()).isFalse();
            assertThat(app.bean(Watcher.class).isRunning()).isFalse();
            app.publish("orders", "b");
            app.context().start();
            app.drain();

            assertThat(app.bean(Plain.class).got).containsExactly("a", "b");
        }
    }

    @Test
    void listenersThatDontStartByThemselvesAreStartedById() {
        try (ListenerApp app = ListenerApp.start(folder, Manual.class)) {
            app.publish("orders", "a");
            assertThat(app.container("manual").isRunning()).isFalse();
            assertThat(app.container("manual").isIdle()).isTrue();

            app.registry().start("manual");
            app.drain();

            assertThat(app.bean(Manual.class).got).containsExactly("a");
        }
    }

    @Test
    void theGlobalSwitchLeavesAllListenersToBeStartedById() {
        try (ListenerApp app = ListenerApp.start(folder, NoAutoStartup.class, Plain.class)) {
            app.publish("orders", "a");
            assertThat(app.registry().isRunning()).isFalse();

            app.registry().start("plain");
            app.drain();

            assertThat(app.bean(Plain.class).got).containsExactly("a");
            assertThat(app.registry().isRunning()).isTrue();
        }
    }

    @Test
    void anUnknownIdIsRefusedWithTheKnownOnes() {
        try (ListenerApp app = ListenerApp.start(folder, Plain.class)) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> app.registry().pause("plane"))
                    .withMessage("there is no listener with the id \"plane\"; there are [plain]");
        }
    }

    @Test
    void aStopWaitsForTheHandlerInHandAndDeliversNothingMore() throws Exception {
        try (ListenerApp app = ListenerApp.start(folder, Blocks.class)) {
            Blocks blocks = app.bean(Blocks.class);
            app.publish("orders", "a");
            app.publish("orders", "b");
            blocks.entered.await();
            CountDownLatch calledBack = new CountDownLatch(1);
            Thread stopping = new Thread(() -> app.registry().stop(calledBack::countDown));
            stopping.start();
            await().until(() -> !app.registry().isRunning());
            assertThat(calledBack.getCount()).isEqualTo(1);
            blocks.leave.countDown();
            calledBack.await();

            assertThat(blocks.got).containsExactly("a");
            assertThat(app.cursor("s")).isEqualTo(1);
        }
    }

    @Test
    void aHandlerThatOutstaysTheShutdownTimeoutIsInterruptedAndItsEventComesAgain() throws Exception {
        try (ListenerApp app = ListenerApp.start(folder, ShortShutdown.class, Blocks.class)) {
            Blocks blocks = app.bean(Blocks.class);
            app.publish("orders", "a");
            blocks.entered.await();
            AtomicInteger calls = new AtomicInteger();
            app.registry().stop(calls::incrementAndGet);

            assertThat(calls).hasValue(1);
            assertThat(blocks.interrupted).isEqualTo(1);
            assertThat(app.cursor("s")).isZero();
            assertThat(app.parked()).isEmpty();

            blocks.leave.countDown();
            app.registry().start();
            app.drain();
            assertThat(blocks.got).containsExactly("a");
            assertThat(app.only().counts().retried()).isZero();
        }
    }

    @Test
    void aHandlerMayStopItsOwnListener() {
        try (ListenerApp app = ListenerApp.start(folder, StopsItself.class)) {
            app.publish("orders", "a");
            app.publish("orders", "b");
            await().until(() -> !app.only().isRunning());

            assertThat(app.bean(StopsItself.class).got).containsExactly("a");
            assertThat(app.cursor("s")).isEqualTo(1);
        }
    }

    @Test
    void aCursorThatCantBeSavedIsSavedLaterAndTheHandlerIsNotCalledAgain() throws Exception {
        try (ListenerApp app = ListenerApp.start(folder, Blocks.class)) {
            Blocks blocks = app.bean(Blocks.class);
            app.publish("orders", "a");
            blocks.entered.await();
            try (ForeignLock lock = ForeignLock.on(folder.resolve("app.db"))) {
                blocks.leave.countDown();
                await().atMost(Duration.ofSeconds(20))
                        .until(() -> app.only().counts().faults() >= 2);
                assertThat(lock.isHeld()).isTrue();
                assertThat(app.only().lastFailure()).containsInstanceOf(DataAccessException.class);
            }
            app.drain();

            assertThat(blocks.got).containsExactly("a");
            assertThat(app.cursor("s")).isEqualTo(1);
            assertThat(app.only().lastFailure()).isEmpty();
            assertThat(app.only().counts().delivered()).isEqualTo(1);
        }
    }

    @Test
    void whatAHandlerDidIsNotDoneAgainAfterAStopDuringWhichItsCursorCouldNotBeSaved() throws Exception {
        try (ListenerApp app = ListenerApp.start(folder, Blocks.class)) {
            Blocks blocks = app.bean(Blocks.class);
            app.publish("orders", "a");
            blocks.entered.await();
            try (ForeignLock lock = ForeignLock.on(folder.resolve("app.db"))) {
                blocks.leave.countDown();
                await().atMost(Duration.ofSeconds(20))
                        .until(() -> app.only().counts().faults() >= 1);
                app.registry().stop();
                assertThat(lock.isHeld()).isTrue();
            }
            assertThat(app.cursor("s")).isZero();
            app.registry().start();
            app.publish("orders", "b");
            app.drain();

            assertThat(blocks.got).containsExactly("a", "b");
            assertThat(app.cursor("s")).isEqualTo(2);
        }
    }

    @Test
    void theCursorOfAnIdleListenerFollowsTheLog() {
        try (ListenerApp app = ListenerApp.start(folder, Plain.class)) {
            for (int n = 0; n < 100; n++) {
                app.publish("audit", "n" + n);
            }
            await().atMost(Duration.ofSeconds(5)).until(() -> app.cursor("s") == 100);

            assertThat(app.only().position()).isEqualTo(100);
            assertThat(app.bean(Plain.class).got).isEmpty();
        }
    }

    @Test
    void nothingIsWrittenWhileNothingHappens() {
        try (ListenerApp app = ListenerApp.start(folder, Plain.class)) {
            app.publish("orders", "a");
            app.publish("audit", "b");
            await().until(() -> app.cursor("s") == 2);
            Map<String, Object> version = app.jdbc().queryForMap("pragma data_version");

            await().during(Duration.ofMillis(300)).atMost(Duration.ofSeconds(2)).until(() -> app.only()
                    .isIdle());
            assertThat(app.jdbc().queryForMap("pragma data_version")).isEqualTo(version);
        }
    }

    @Test
    void anIdleCursorIsStoredAtTheStop() {
        try (ListenerApp app = ListenerApp.start(folder, NeverSavesIdly.class, Plain.class)) {
            app.publish("audit", "a");
            app.drain();
            assertThat(app.cursor("s")).isZero();
            app.registry().stop();

            assertThat(app.cursor("s")).isEqualTo(1);
        }
    }

    @Test
    void cursorsOfIdleListenersAreStoredInOneTransaction() {
        try (ListenerApp app = ListenerApp.start(folder, Three.class)) {
            app.jdbc()
                    .execute(
                            """
                            create trigger refuse before update on askr_subscribers when new.name = 'b' begin
                                select raise(abort, 'not now');
                            end
                            """);
            app.publish("audit", "a");
            await().during(Duration.ofMillis(300))
                    .atMost(Duration.ofSeconds(5))
                    .until(() -> app.cursor("a") == 0 && app.cursor("b") == 0 && app.cursor("c") == 0);
            assertThat(app.container("three").position()).isEqualTo(1);

            app.jdbc().execute("drop trigger refuse");
            await().until(() -> app.cursor("a") == 1 && app.cursor("b") == 1 && app.cursor("c") == 1);
        }
    }

    @Test
    void inBatchModeTheCursorIsSavedAfterEachPageAndAtTheStop() throws Exception {
        try (ListenerApp app = ListenerApp.start(folder, BatchMode.class)) {
            BatchMode batch = app.bean(BatchMode.class);
            app.registry().pause("batch");
            for (int n = 1; n <= 25; n++) {
                app.publish("orders", n);
            }
            app.registry().resume("batch");
            app.drain();
            assertThat(batch.cursors).containsOnly(0L, 10L, 20L);
            assertThat(app.cursor("s")).isEqualTo(25);

            batch.stopAt = 28;
            app.registry().pause("batch");
            for (int n = 26; n <= 30; n++) {
                app.publish("orders", n);
            }
            app.registry().resume("batch");
            batch.stopping.await();
            Thread stop = new Thread(app.registry()::stop);
            stop.start();
            await().until(() -> !app.only().isRunning());
            batch.go.countDown();
            stop.join();
            assertThat(app.cursor("s")).isEqualTo(28);
        }
    }

    @Test
    void anIdleCursorThatSomebodyElseMovedIsReadAnew() {
        try (ListenerApp app = ListenerApp.start(folder, Plain.class)) {
            app.publish("orders", "a");
            app.publish("orders", "b");
            app.drain();
            app.jdbc().update("update askr_subscribers set cursor = 0 where name = 's'");
            app.publish("audit", "c");

            await().atMost(Duration.ofSeconds(5))
                    .untilAsserted(() -> assertThat(app.bean(Plain.class).got).containsExactly("a", "b", "a", "b"));
            await().until(() -> app.cursor("s") == 3);
        }
    }

    @Test
    void orderIsKeptUnderConcurrentPublishers() throws Exception {
        try (ListenerApp app = ListenerApp.start(folder, Seqs.class)) {
            AskrTopicPublisher publisher = app.bean(AskrTopicPublisher.class);
            Thread[] threads = new Thread[4];
            for (int t = 0; t < threads.length; t++) {
                threads[t] = new Thread(() -> {
                    for (int n = 0; n < 100; n++) {
                        publisher.publish("orders", "x");
                    }
                });
                threads[t].start();
            }
            for (Thread thread : threads) {
                thread.join();
            }
            app.drain();

            assertThat(app.bean(Seqs.class).got).hasSize(400).isSorted().doesNotHaveDuplicates();
        }
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21)
    void listenersRunOnVirtualThreadsWhereThatIsAskedFor() {
        try (ListenerApp app = ListenerApp.start(folder, VirtualThreads.class, ThreadNames.class)) {
            app.publish("orders", "a");
            app.drain();

            assertThat(app.bean(ThreadNames.class).got)
                    .singleElement()
                    .asString()
                    .startsWith("VirtualThread")
                    .contains("askr-names");
        }
    }

    @Test
    void aRegistryStartsAfterTheWebServerAndTheWatcher() {
        assertThat(AskrListenerRegistry.PHASE).isGreaterThan(Watcher.PHASE).isGreaterThan(Integer.MAX_VALUE - 1024);
    }

    static class Plain {
        final List<String> got = new CopyOnWriteArrayList<>();

        @AskrListener(id = "plain", topics = "orders", subscriber = "s")
        void on(String payload) {
            got.add(payload);
        }
    }

    static class Three {
        @AskrListener(id = "three", topics = "orders", subscriber = "a")
        @AskrListener(topics = "orders", subscriber = "b")
        @AskrListener(topics = "orders", subscriber = "c")
        void on(String payload) {}
    }

    static class BatchMode {
        final List<Long> cursors = new CopyOnWriteArrayList<>();
        final CountDownLatch stopping = new CountDownLatch(1);
        final CountDownLatch go = new CountDownLatch(1);
        private final SubscriberStore store;
        volatile int stopAt;

        BatchMode(SubscriberStore store) {
            this.store = store;
        }

        @AskrListener(id = "batch", topics = "orders", subscriber = "s", ackMode = AckMode.BATCH)
        void on(int number) throws InterruptedException {
            cursors.add(store.cursor("s").orElseThrow());
            if (number == stopAt) {
                stopping.countDown();
                go.await();
            }
        }
    }

    static class Starts {
        final List<String> got = new CopyOnWriteArrayList<>();

        @AskrListener(topics = "orders", subscriber = "latest", start = "latest")
        void latest(String payload) {
            got.add("latest " + payload);
        }

        @AskrListener(topics = "orders", subscriber = "seq", start = "1")
        void seq(String payload) {
            got.add("seq " + payload);
        }

        @AskrListener(topics = "orders", subscriber = "instant", start = "2000-01-01T00:00:00Z")
        void instant(String payload) {
            got.add("instant " + payload);
        }

        @AskrListener(topics = "orders")
        void live(String payload) {
            got.add("live " + payload);
        }
    }

    static class Live {
        final List<String> got = new CopyOnWriteArrayList<>();

        @AskrListener(id = "live", topics = "orders", autoStartup = "false")
        void on(String payload) {
            got.add(payload);
        }
    }

    static class Manual {
        final List<String> got = new CopyOnWriteArrayList<>();

        @AskrListener(id = "manual", topics = "orders", subscriber = "s", autoStartup = "false")
        void on(String payload) {
            got.add(payload);
        }
    }

    static class Blocks {
        final List<String> got = new CopyOnWriteArrayList<>();
        final CountDownLatch entered = new CountDownLatch(1);
        final CountDownLatch leave = new CountDownLatch(1);
        volatile int interrupted;

        @AskrListener(topics = "orders", subscriber = "s")
        void on(String payload) throws InterruptedException {
            entered.countDown();
            try {
                leave.await();
            } catch (InterruptedException e) {
                interrupted++;
                throw e;
            }
            got.add(payload);
        }
    }

    static class StopsItself {
        final List<String> got = new CopyOnWriteArrayList<>();
        private final ObjectProvider<AskrListenerRegistry> registry;

        StopsItself(ObjectProvider<AskrListenerRegistry> registry) {
            this.registry = registry;
        }

        @AskrListener(id = "self", topics = "orders", subscriber = "s")
        void on(String payload) {
            got.add(payload);
            registry.getObject().stop("self");
        }
    }

    static class Seqs {
        final List<Long> got = new CopyOnWriteArrayList<>();

        @AskrListener(topics = "orders", subscriber = "s")
        void on(TopicEvent<String> event) {
            got.add(event.seq());
        }
    }

    static class ThreadNames {
        final List<String> got = new CopyOnWriteArrayList<>();

        @AskrListener(id = "names", topics = "orders")
        void on() {
            got.add(Thread.currentThread().toString());
        }
    }

    static class VirtualThreads {
        @Bean
        ListenerSettings settings() {
            ListenerSettings base = ListenerApp.Wiring.settings();
            return new ListenerSettings(
                    true,
                    base.batchSize(),
                    base.batchBytes(),
                    base.shutdownTimeout(),
                    base.idleSaveInterval(),
                    true,
                    base.retry());
        }
    }

    static class NoAutoStartup {
        @Bean
        ListenerSettings settings() {
            ListenerSettings base = ListenerApp.Wiring.settings();
            return new ListenerSettings(
                    false,
                    base.batchSize(),
                    base.batchBytes(),
                    base.shutdownTimeout(),
                    base.idleSaveInterval(),
                    false,
                    base.retry());
        }
    }

    static class ShortShutdown {
        @Bean
        ListenerSettings settings() {
            ListenerSettings base = ListenerApp.Wiring.settings();
            return new ListenerSettings(
                    true,
                    base.batchSize(),
                    base.batchBytes(),
                    Duration.ofMillis(50),
                    base.idleSaveInterval(),
                    false,
                    base.retry());
        }
    }

    static class NeverSavesIdly {
        @Bean
        ListenerSettings settings() {
            ListenerSettings base = ListenerApp.Wiring.settings();
            return new ListenerSettings(
                    true,
                    base.batchSize(),
                    base.batchBytes(),
                    base.shutdownTimeout(),
                    Duration.ofHours(1),
                    false,
                    base.retry());
        }
    }
}
