package io.askr.listener;

import io.askr.jdbc.AskrDatabase;
import io.askr.payload.PayloadCodec;
import io.askr.topic.SubscriberStore;
import io.askr.topic.TopicLog;
import io.askr.topic.TopicWakes;
import io.micrometer.observation.ObservationRegistry;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.BeanFactoryAware;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.validation.Validator;

/**
 * Makes the containers of listeners. What is optional is given before the {@link AskrListenerRegistry} gets its first
 * listener.
 *
 * @since 0.1.0
 */
public final class ListenerContainerFactory implements BeanFactoryAware {

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
    private @Nullable ConfigurableBeanFactory beanFactory;

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

    /** Expressions in the default values of {@code @Header} are resolved by it. */
    @Override
    public void setBeanFactory(BeanFactory factory) {
        this.beanFactory = factory instanceof ConfigurableBeanFactory configurable ? configurable : null;
    }

    ListenerSettings settings() {
        return settings;
    }

    Optional<PlatformTransactionManager> transactionManager() {
        return Optional.ofNullable(transactionManager);
    }

    IdleCursors idleCursors() {
        return new IdleCursors(settings.idleSaveInterval(), subscribers);
    }

    TopicListenerContainer create(ListenerEndpoint endpoint, IdleCursors idleCursors) {
        ListenerReport report = new ListenerReport(endpoint.id(), endpoint.subscriber(), observations, convention);
        Cursor cursor = endpoint.subscriber() == null
                ? new LiveCursor(endpoint.start(), log)
                : new StoredCursor(endpoint.subscriber(), endpoint.start(), subscribers);
        ListenerRun.Starter starter = (gate, idle) -> run(endpoint, cursor, report, gate, idle);
        return new TopicListenerContainer(
                endpoint, cursor, report, wakes, starter, idleCursors, settings.shutdownTimeout());
    }

    /** Puts the stages of a run together: read, decode, invoke, settle, report. */
    private ListenerRun run(ListenerEndpoint endpoint, Cursor cursor, ListenerReport report, Gate gate, Runnable idle) {
        Persistence persistence = new Persistence(gate, report);
        EventDecoder decoder = new EventDecoder(endpoint, new EventReader(codec, validator), beanFactory);
        HandlerInvoker invoker = new HandlerInvoker(endpoint.bean(), endpoint.invocable(), gate);
        Settlement settlement = settlement(endpoint, cursor, persistence, report);
        AskrErrorHandler own = endpoint.errorHandler();
        FailedEvents failures = new FailedEvents(
                endpoint,
                own == null ? errorHandler : own,
                AskrErrorHandler.retryThenPark(settings.retry()),
                cursor,
                persistence,
                report);
        EventDelivery events = new EventDelivery(decoder, invoker, settlement, failures, report, gate);
        PageDelivery pages = new PageDelivery(decoder, invoker, settlement, events, report, gate);
        ListenerLoop loop = new ListenerLoop(log, endpoint, settings.batchBytes(), cursor, pages, report, gate, idle);
        return new ListenerRun(
                gate, new ContainerThreads(settings.virtualThreads()).start("askr-" + endpoint.id(), loop));
    }

    private Settlement settlement(
            ListenerEndpoint endpoint, Cursor cursor, Persistence persistence, ListenerReport report) {
        if (endpoint.ackMode() == AckMode.BATCH) {
            return new BatchSettlement(cursor, persistence);
        }
        if (endpoint.ackMode() != AckMode.TRANSACTION || !(cursor instanceof StoredCursor stored)) {
            return new RecordSettlement(cursor, persistence);
        }
        TransactionTemplate transaction = new TransactionTemplate(Objects.requireNonNull(transactionManager));
        transaction.setName(endpoint.id());
        transaction.setTimeout(endpoint.timeout());
        return new TransactionSettlement(
                stored, transaction, new CommitFailures(database.dialect().exceptions()), report);
    }
}
