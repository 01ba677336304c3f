package io.askr.listener;

import io.askr.jdbc.AskrDatabase;
import io.askr.payload.PayloadCodec;
import io.askr.topic.SubscriberStore;
import io.askr.topic.TopicLog;
import io.askr.topic.TopicWakes;
import io.micrometer.observation.ObservationRegistry;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.validation.Validator;

/**
 * Makes the containers of listeners. What is optional is given before the {@link AskrListenerRegistry} gets its first
 * listener.
 *
 * @since 0.1.0
 */
@SuppressWarnings("UnusedVariable")
public final class ListenerContainerFactory {

    private final AskrDatabase database;
    private final TopicLog log;
    private final SubscriberStore subscribers;
    private final TopicWakes wakes;
    private final PayloadCodec codec;
    private final ListenerSettings settings;

    private AskrErrorHandler errorHandler;
    private ObservationRegistry observations = ObservationRegistry.NOOP;
    private ListenerObservationConvention convention = new DefaultListenerObservationConvention();
    private @Nullable PlatformTransactionManager transactionManager;
    private @Nullable Validator validator;

    /**
     * Creates the factory.
     *
     * @param database where the tables are
     * @param log where events are read
     * @param subscribers where cursors are stored
     * @param wakes what tells of new events
     * @param codec what reads payloads
     * @param settings what holds for all listeners
     */
    public ListenerContainerFactory(
            AskrDatabase database,
            TopicLog log,
            SubscriberStore subscribers,
            TopicWakes wakes,
            PayloadCodec codec,
            ListenerSettings settings) {
        this.database = database;
        this.log = log;
        this.subscribers = subscribers;
        this.wakes = wakes;
        this.codec = codec;
        this.settings = settings;
        this.errorHandler = AskrErrorHandler.retryThenPark(settings.retry());
    }

    /**
     * Sets the transaction manager of the DataSource that the tables are in. Without one no listener can run in
     * {@link AckMode#TRANSACTION}.
     *
     * @param manager the transaction manager
     * @return this
     */
    public ListenerContainerFactory transactionManager(PlatformTransactionManager manager) {
        this.transactionManager = manager;
        return this;
    }

    /**
     * Sets what decides about failed events where a listener names no error handler; by default
     * {@link AskrErrorHandler#retryThenPark(RetrySettings)}.
     *
     * @param handler the error handler
     * @return this
     */
    public ListenerContainerFactory errorHandler(AskrErrorHandler handler) {
        this.errorHandler = handler;
        return this;
    }

    /**
     * Sets where deliveries are observed; by default nowhere.
     *
     * @param registry the registry
     * @return this
     */
    public ListenerContainerFactory observations(ObservationRegistry registry) {
        this.observations = registry;
        return this;
    }

    /**
     * Sets how observations are named; by default {@link DefaultListenerObservationConvention}.
     *
     * @param names the convention
     * @return this
     */
    public ListenerContainerFactory convention(ListenerObservationConvention names) {
        this.convention = names;
        return this;
    }

    /**
     * Sets what validates payloads that are annotated with {@code @Valid} or {@code @Validated}. Without one nothing is
     * validated.
     *
     * @param payloads the validator
     * @return this
     */
    public ListenerContainerFactory validator(Validator payloads) {
        this.validator = payloads;
        return this;
    }

    ListenerSettings settings() {
        return settings;
    }

    Optional<PlatformTransactionManager> transactionManager() {
        return Optional.ofNullable(transactionManager);
    }
}
