package io.askr.listener;

import java.lang.reflect.Method;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Makes the ack mode in force of the declared one, and refuses what can't keep its promise. */
final class AckModeChoice {

    private static final String RECORD = "set ackMode = AckMode.RECORD for at-least-once";

    private final Method method;
    private final @Nullable String subscriber;
    private final Optional<HandlerTransaction> transaction;
    private final boolean transactionManager;

    AckModeChoice(
            Method method,
            @Nullable String subscriber,
            Optional<HandlerTransaction> transaction,
            boolean transactionManager) {
        this.method = method;
        this.subscriber = subscriber;
        this.transaction = transaction;
        this.transactionManager = transactionManager;
    }

    /**
     * Chooses.
     *
     * @throws ListenerConfigurationException if the mode can't keep its promise
     */
    AckMode choose(AckMode declared) {
        AckMode chosen = declared == AckMode.AUTO ? detected() : declared;
        switch (chosen) {
            case TRANSACTION -> checkTransaction(declared);
            case MANUAL -> throw refused("ackMode MANUAL is not available yet", "Use RECORD, BATCH or TRANSACTION");
            default -> checkNoTransaction(chosen);
        }
        return chosen;
    }

    private AckMode detected() {
        return transaction.filter(HandlerTransaction::joinsByItself).isPresent() ? AckMode.TRANSACTION : AckMode.RECORD;
    }

    private void checkTransaction(AckMode declared) {
        String mode = declared == AckMode.AUTO
                ? "ackMode AUTO, which is TRANSACTION here because the handler is @Transactional,"
                : "ackMode TRANSACTION";
        if (subscriber == null) {
            throw refused(
                    mode + " needs a subscriber: without one there is no cursor to commit with the handler's work",
                    "Name a subscriber, or set ackMode = AckMode.RECORD");
        }
        if (!transactionManager) {
            throw refused(
                    mode + " needs a transaction manager for the DataSource of the tables, and there is none",
                    "Declare one, or " + RECORD);
        }
        transaction.ifPresent(this::checkJoins);
    }

    private void checkJoins(HandlerTransaction handler) {
        handler.leaves().ifPresent(propagation -> {
            throw refused(
                    "its @Transactional propagation " + propagation
                            + " would leave the transaction of ackMode TRANSACTION",
                    "Use REQUIRED or MANDATORY, or " + RECORD);
        });
        if (!handler.isReadWrite()) {
            throw refused(
                    "its @Transactional(readOnly = true) can't be part of the writing transaction of ackMode TRANSACTION",
                    "Remove readOnly, or " + RECORD);
        }
        if (!handler.ours()) {
            throw refused(
                    "its @Transactional uses another transaction manager" + named(handler)
                            + " than that of the DataSource of the tables",
                    "Name the right one, or " + RECORD);
        }
    }

    private void checkNoTransaction(AckMode chosen) {
        if (transaction.filter(HandlerTransaction::isMandatory).isPresent()) {
            throw refused(
                    "its @Transactional propagation MANDATORY can never be met: ackMode " + chosen
                            + " begins no transaction",
                    "Use REQUIRED, or what ackMode TRANSACTION needs: a subscriber, no readOnly, and the transaction"
                            + " manager of the DataSource of the tables");
        }
    }

    private static String named(HandlerTransaction handler) {
        String qualifier = handler.attribute().getQualifier();
        return qualifier == null || qualifier.isEmpty() ? "" : " (\"" + qualifier + "\")";
    }

    private ListenerConfigurationException refused(String problem, String remedy) {
        return new ListenerConfigurationException(
                method, problem, Character.toUpperCase(remedy.charAt(0)) + remedy.substring(1));
    }
}
