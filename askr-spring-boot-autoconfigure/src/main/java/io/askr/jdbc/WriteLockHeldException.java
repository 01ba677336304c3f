package io.askr.jdbc;

import org.springframework.transaction.IllegalTransactionStateException;

/** The thread would wait for itself: it holds the write lock and begins another writing transaction. */
final class WriteLockHeldException extends IllegalTransactionStateException {

    private static final long serialVersionUID = 1L;

    WriteLockHeldException(String database) {
        super("this thread is inside a writing transaction on " + database
                + " and begins another one; SQLite has one writer, so it would wait for itself. Join the outer"
                + " transaction (REQUIRED), make one of the two readOnly, or do the inner work after the outer commit");
    }
}
