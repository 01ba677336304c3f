package io.askr.listener;

/**
 * When an event counts as done.
 *
 * @since 0.1.0
 */
public enum AckMode {

    /**
     * {@link #TRANSACTION} where the handler, its class or what they inherit is {@code @Transactional} in a read-write
     * {@code REQUIRED} or {@code MANDATORY} sense on the transaction manager that Askr uses; {@link #RECORD} otherwise.
     */
    AUTO,

    /**
     * The cursor moves first, then the handler runs, in one transaction: what the handler writes to this database happens
     * exactly once, whatever crashes. The handler holds the write lock of SQLite: for short work in the database, not for
     * calls elsewhere. Needs a subscriber.
     */
    TRANSACTION,

    /** No transaction; the cursor is saved after each event, or each call of a batch handler. At least once. */
    RECORD,

    /** No transaction; the cursor is saved after each page that was read, on idle and on stop. At least once. */
    BATCH,

    /** The handler saves the cursor through its {@link Acknowledgment}. At least once. Not available yet: refused at start. */
    MANUAL
}
