package io.askr.jdbc;

import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The way of a call that is outside of any transaction. */
interface Access extends AutoCloseable {

    /**
     * Runs work in a write transaction of its own, and returns when it is committed.
     *
     * <p>An implementation may run the work of several callers in one transaction, and may run work again when that
     * transaction failed.
     */
    <T extends @Nullable Object> T write(Function<Session, T> work);

    /** Like {@link #write}, for who doesn't wait. */
    <T extends @Nullable Object> CompletableFuture<T> submit(Function<Session, T> work);

    /** Runs work in a read transaction of its own: it sees one state of the database. */
    <T extends @Nullable Object> T read(Function<Session, T> work);

    /** Lets go of the connections that it keeps, each when it is not in use: another file stands under the database's name. */
    default void reopen() {}

    @Override
    void close();
}
