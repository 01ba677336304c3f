package io.askr.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.askr.listener.AskrListenerRegistry;
import io.askr.topic.AskrTopicPublisher;
import io.askr.topic.AskrTopics;
import io.askr.topic.LongPolls;
import io.askr.topic.TopicEvent;
import io.askr.topic.TopicFilter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.SmartLifecycle;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** The long poll in whole applications. */
class LongPollApplicationTests {

    private static final Duration BOUND = Duration.ofSeconds(30);

    @TempDir
    Path folder;

    @Test
    void aCommittedTransactionEndsAWait() {
        Askr.in(folder).run(context -> {
            CompletableFuture<List<TopicEvent<byte[]>>> waiting = poll(context.getBean(AskrTopics.class));
            new TransactionTemplate(context.getBean(PlatformTransactionManager.class)).executeWithoutResult(status -> {
                context.getBean(AskrTopicPublisher.class).publish("orders.placed", "x");
                assertThat(waiting).isNotDone();
            });
            assertThat(waiting).succeedsWithin(BOUND).satisfies(events -> assertThat(events)
                    .extracting(TopicEvent::channel)
                    .containsExactly("orders.placed"));
        });
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void closingTheContextEndsTheWaits(boolean lazy) {
        Askr.in(folder)
                .withInitializer(context -> {
                    if (lazy) {
                        context.addBeanFactoryPostProcessor(new LazyInitializationBeanFactoryPostProcessor());
                    }
                })
                .run(context -> {
                    AskrTopics topics = context.getBean(AskrTopics.class);
                    CompletableFuture<List<TopicEvent<byte[]>>> waiting = poll(topics);
                    context.getSourceApplicationContext(ConfigurableApplicationContext.class)
                            .close();
                    assertThat(waiting).succeedsWithin(BOUND).isEqualTo(List.of());
                    assertThatIllegalStateException().isThrownBy(() -> poll(topics));
                });
    }

    @Test
    void aContextThatWasStoppedTakesPollsAgainWhenStarted() {
        Askr.in(folder).run(context -> {
            AskrTopics topics = context.getBean(AskrTopics.class);
            ConfigurableApplicationContext application =
                    context.getSourceApplicationContext(ConfigurableApplicationContext.class);
            CompletableFuture<List<TopicEvent<byte[]>>> before = poll(topics);
            application.stop();
            assertThat(before).succeedsWithin(BOUND).isEqualTo(List.of());
            application.start();
            CompletableFuture<List<TopicEvent<byte[]>>> after = poll(topics);
            context.getBean(AskrTopicPublisher.class).publish("orders.placed", "x");
            assertThat(after).succeedsWithin(BOUND).satisfies(events -> assertThat(events)
                    .hasSize(1));
        });
    }

    @Test
    void theWaitsEndBeforeTheListenersAndTheWebServerStop() {
        Askr.in(folder).run(context -> {
            int phase = context.getBean(LongPolls.class).getPhase();
            assertThat(phase)
                    .isGreaterThan(context.getBean(AskrListenerRegistry.class).getPhase())
                    .isGreaterThan(SmartLifecycle.DEFAULT_PHASE - 1024);
        });
    }

    private static CompletableFuture<List<TopicEvent<byte[]>>> poll(AskrTopics topics) {
        return topics.poll(TopicFilter.pattern("orders.*"), 0, 10, Duration.ofMinutes(10));
    }
}
