package io.askr.listener;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.askr.topic.TopicEvent;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import kotlin.coroutines.Continuation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.reactivestreams.Publisher;
import org.springframework.context.annotation.Bean;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.messaging.Message;
import org.springframework.messaging.handler.annotation.Header;
import org.springframework.messaging.handler.annotation.Payload;
import org.springframework.scheduling.annotation.Async;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;
import org.sqlite.SQLiteDataSource;

/** What can't work is refused when the application starts: with the method, the value and the remedy. */
class ListenerRefusalTests {

    @TempDir
    Path folder;

    @ParameterizedTest(name = "{0}")
    @MethodSource("refused")
    void refuses(Class<?> listener, String problem, String remedy) {
        ListenerConfigurationException refusal =
                catchThrowableOfType(ListenerConfigurationException.class, () -> ListenerApp.start(folder, listener)
                        .close());

        assertThat(refusal).as("refusal").isNotNull();
        assertThat(refusal.problem())
                .startsWith("@AskrListener method " + listener.getName() + ".")
                .contains(problem);
        assertThat(refusal.remedy()).contains(remedy);
        assertThat(refusal).hasMessage(refusal.problem() + " " + refusal.remedy());
    }

    static Stream<Arguments> refused() {
        return Stream.of(
                arguments(TransactionWithoutSubscriber.class, "TRANSACTION needs a subscriber", "Name a subscriber"),
                arguments(DetectedWithoutSubscriber.class, "because the handler is @Transactional", "AckMode.RECORD"),
                arguments(ReadOnly.class, "@Transactional(readOnly = true)", "Remove readOnly"),
                arguments(RequiresNew.class, "REQUIRES_NEW would leave", "Use REQUIRED"),
                arguments(NotSupported.class, "NOT_SUPPORTED would leave", "Use REQUIRED"),
                arguments(Never.class, "NEVER would leave", "Use REQUIRED"),
                arguments(AnotherManager.class, "another transaction manager (\"other\")", "Name the right one"),
                arguments(MandatoryInRecord.class, "MANDATORY can never be met: ackMode RECORD", "Use REQUIRED"),
                arguments(MandatoryOnAnotherManager.class, "MANDATORY can never be met", "Use REQUIRED"),
                arguments(ReturnsFuture.class, "it returns a Future", "return void"),
                arguments(ReturnsCompletableFuture.class, "it returns a CompletableFuture", "return void"),
                arguments(ReturnsPublisher.class, "it returns a Publisher", "return void"),
                arguments(ReturnsFlowPublisher.class, "it returns a Publisher", "return void"),
                arguments(Suspends.class, "it is a suspend function", "return void"),
                arguments(IsAsync.class, "it is @Async", "return void"),
                arguments(NoTopics.class, "its topics [] name no channel", "Set topics"),
                arguments(EmptyTopic.class, "name no channel, or an empty one", "Set topics"),
                arguments(BadStart.class, "its start \"yesterday\" is no position", "Set earliest, latest"),
                arguments(NegativeStart.class, "its start \"-1\" is no position", "Set earliest, latest"),
                arguments(BadBatchSize.class, "its batchSize \"many\" is no number", "Set a number"),
                arguments(ZeroBatchSize.class, "its batchSize \"0\" is no number", "Set a number"),
                arguments(BadAutoStartup.class, "its autoStartup \"perhaps\"", "Set one of them"),
                arguments(BadSubscriber.class, "'ö' (U+00F6)", "Choose another name"),
                arguments(TwoPayloads.class, "2 parameters that could be the payload", "@Header"),
                arguments(RawList.class, "does not say of what", "List<T>"),
                arguments(WildcardList.class, "does not say of what", "List<T>"),
                arguments(BatchWithHeader.class, "what only a single event has", "List"),
                arguments(BatchWithPayload.class, "what only a single event has", "List"),
                arguments(TwoBatches.class, "more than one batch", "List"),
                arguments(ListOfAcknowledgments.class, "is no batch of events", "TopicEvent<T>"),
                arguments(CollectionOfEvents.class, "is neither a payload nor a batch", "List"),
                arguments(NestedEvents.class, "is neither a payload nor a batch", "List"),
                arguments(PayloadExpression.class, "@Payload(\"item\")", "Remove it"),
                arguments(
                        AcknowledgesInRecord.class, "takes an Acknowledgment, which ackMode RECORD", "AckMode.MANUAL"),
                arguments(ManualMode.class, "ackMode MANUAL is not available yet", "Use RECORD"),
                arguments(NoSuchErrorHandler.class, "no bean \"absent\" of type AskrErrorHandler", "[present]"),
                arguments(DuplicateId.class, "its id \"same\" is already that of", "another id"),
                arguments(DuplicateSubscriber.class, "its subscriber \"same\" is already that of", "name of its own"),
                arguments(PrivateBehindProxy.class, "can't be called on the bean's proxy", "Make it public"),
                arguments(FinalBehindProxy.class, "it is final", "Remove final"));
    }

    @Test
    void nothingRunsAfterARefusal() {
        assertThatExceptionOfType(ListenerConfigurationException.class)
                .isThrownBy(() ->
                        ListenerApp.start(folder, Fine.class, NoTopics.class).close());

        assertThat(Thread.getAllStackTraces().keySet())
                .extracting(Thread::getName)
                .noneMatch(name -> name.startsWith("askr-fine"));
    }

    static class TransactionWithoutSubscriber {
        @AskrListener(topics = "x", ackMode = AckMode.TRANSACTION)
        void on() {}
    }

    static class DetectedWithoutSubscriber {
        @Transactional
        @AskrListener(topics = "x")
        public void on() {}
    }

    static class ReadOnly {
        @Transactional(readOnly = true)
        @AskrListener(topics = "x", subscriber = "s", ackMode = AckMode.TRANSACTION)
        public void on() {}
    }

    static class RequiresNew {
        @Transactional(propagation = Propagation.REQUIRES_NEW)
        @AskrListener(topics = "x", subscriber = "s", ackMode = AckMode.TRANSACTION)
        public void on() {}
    }

    static class NotSupported {
        @Transactional(propagation = Propagation.NOT_SUPPORTED)
        @AskrListener(topics = "x", subscriber = "s", ackMode = AckMode.TRANSACTION)
        public void on() {}
    }

    static class Never {
        @Transactional(propagation = Propagation.NEVER)
        @AskrListener(topics = "x", subscriber = "s", ackMode = AckMode.TRANSACTION)
        public void on() {}
    }

    static class WithAnotherManager {
        @Bean(defaultCandidate = false)
        JdbcTransactionManager other() {
            return new JdbcTransactionManager(new SQLiteDataSource());
        }
    }

    static class AnotherManager extends WithAnotherManager {
        @Transactional("other")
        @AskrListener(topics = "x", subscriber = "s", ackMode = AckMode.TRANSACTION)
        public void on() {}
    }

    static class MandatoryInRecord {
        @Transactional(propagation = Propagation.MANDATORY)
        @AskrListener(topics = "x", subscriber = "s", ackMode = AckMode.RECORD)
        public void on() {}
    }

    static class MandatoryOnAnotherManager extends WithAnotherManager {
        @Transactional(transactionManager = "other", propagation = Propagation.MANDATORY)
        @AskrListener(topics = "x", subscriber = "s")
        public void on() {}
    }

    static class ReturnsFuture {
        @AskrListener(topics = "x")
        Future<?> on() {
            return CompletableFuture.completedFuture(1);
        }
    }

    static class ReturnsCompletableFuture {
        @AskrListener(topics = "x")
        CompletableFuture<Void> on() {
            return CompletableFuture.completedFuture(null);
        }
    }

    static class ReturnsPublisher {
        @AskrListener(topics = "x")
        Publisher<String> on() {
            throw new UnsupportedOperationException();
        }
    }

    static class ReturnsFlowPublisher {
        @AskrListener(topics = "x")
        Flow.Publisher<String> on() {
            throw new UnsupportedOperationException();
        }
    }

    static class Suspends {
        @AskrListener(topics = "x")
        Object on(String payload, Continuation<Object> continuation) {
            return continuation;
        }
    }

    static class IsAsync {
        @Async
        @AskrListener(topics = "x")
        public void on() {}
    }

    static class NoTopics {
        @AskrListener
        void on() {}
    }

    static class EmptyTopic {
        @AskrListener(topics = {"x", " "})
        void on() {}
    }

    static class BadStart {
        @AskrListener(topics = "x", start = "yesterday")
        void on() {}
    }

    static class NegativeStart {
        @AskrListener(topics = "x", start = "-1")
        void on() {}
    }

    static class BadBatchSize {
        @AskrListener(topics = "x", batchSize = "many")
        void on() {}
    }

    static class ZeroBatchSize {
        @AskrListener(topics = "x", batchSize = "0")
        void on() {}
    }

    static class BadAutoStartup {
        @AskrListener(topics = "x", autoStartup = "perhaps")
        void on() {}
    }

    static class BadSubscriber {
        @AskrListener(topics = "x", subscriber = "größe")
        void on() {}
    }

    static class TwoPayloads {
        @AskrListener(topics = "x")
        void on(String one, Integer other) {}
    }

    static class RawList {
        @AskrListener(topics = "x")
        void on(@SuppressWarnings("rawtypes") List batch) {}
    }

    static class WildcardList {
        @AskrListener(topics = "x")
        void on(List<?> batch) {}
    }

    static class BatchWithHeader {
        @AskrListener(topics = "x")
        void on(List<String> batch, @Header("source") String source) {}
    }

    static class BatchWithPayload {
        @AskrListener(topics = "x")
        void on(List<String> batch, String payload) {}
    }

    static class TwoBatches {
        @AskrListener(topics = "x")
        void on(List<String> batch, List<TopicEvent<String>> events) {}
    }

    static class ListOfAcknowledgments {
        @AskrListener(topics = "x")
        void on(List<Acknowledgment> batch) {}
    }

    static class CollectionOfEvents {
        @AskrListener(topics = "x")
        void on(Collection<TopicEvent<String>> batch) {}
    }

    static class NestedEvents {
        @AskrListener(topics = "x")
        void on(List<List<Message<String>>> batch) {}
    }

    static class PayloadExpression {
        @AskrListener(topics = "x")
        void on(@Payload("item") String item) {}
    }

    static class AcknowledgesInRecord {
        @AskrListener(topics = "x", subscriber = "s")
        void on(String payload, Acknowledgment acknowledgment) {}
    }

    static class ManualMode {
        @AskrListener(topics = "x", subscriber = "s", ackMode = AckMode.MANUAL)
        void on(String payload, Acknowledgment acknowledgment) {}
    }

    static class NoSuchErrorHandler {
        @Bean
        AskrErrorHandler present() {
            return failure -> new AskrErrorHandler.Park();
        }

        @AskrListener(topics = "x", errorHandler = "absent")
        void on() {}
    }

    static class DuplicateId {
        @AskrListener(id = "same", topics = "x")
        void one() {}

        @AskrListener(id = "same", topics = "y")
        void other() {}
    }

    static class DuplicateSubscriber {
        @AskrListener(topics = "x", subscriber = "same")
        @AskrListener(topics = "y", subscriber = "same")
        void on() {}
    }

    static class PrivateBehindProxy {
        @Transactional
        public void proxied() {}

        @AskrListener(topics = "x")
        private void on() {}
    }

    static class FinalBehindProxy {
        @Transactional
        public void proxied() {}

        @AskrListener(topics = "x")
        public final void on() {}
    }

    static class Fine {
        @AskrListener(id = "fine", topics = "x")
        void on() {}
    }
}
