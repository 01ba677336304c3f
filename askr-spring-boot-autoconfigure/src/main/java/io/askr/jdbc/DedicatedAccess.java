package io.askr.jdbc;

import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Connections of our own: one that writes, a few that read. */
record DedicatedAccess(Writer writer, Readers readers) implements Access {

    @Override
    public <T extends @Nullable Object> T write(Function<Session, T> work) {
        return writer.write(work);
    }

    @Override
    public <T extends @Nullable Object> CompletableFuture<T> submit(Function<Session, T> work) {
        return writer.submit(work);
    }

    @Override
    public <T extends @Nullable Object> T read(Function<Session, T> work) {
        return readers.read(work);
    }

    @Override
    public void reopen() {
        writer.reopen();
        readers.reopen();
    }

    @Override
    public void close() {
        readers.close();
        writer.close();
    }
}
