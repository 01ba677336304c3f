package io.askr.jdbc;

import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Placeholder. */
@SuppressWarnings("DoNotCallSuggester")
public final class AskrDatabase implements AutoCloseable {
    public <T extends @Nullable Object> T write(Function<Session, T> work) {
        throw new UnsupportedOperationException();
    }

    public <T extends @Nullable Object> CompletableFuture<T> writeAsync(Function<Session, T> work) {
        throw new UnsupportedOperationException();
    }

    public <T extends @Nullable Object> T read(Function<Session, T> work) {
        throw new UnsupportedOperationException();
    }

    public boolean joins() {
        throw new UnsupportedOperationException();
    }

    public DataSource dataSource() {
        throw new UnsupportedOperationException();
    }

    public InstantSource clock() {
        throw new UnsupportedOperationException();
    }

    public long now() {
        throw new UnsupportedOperationException();
    }

    public Dialect dialect() {
        throw new UnsupportedOperationException();
    }

    public Columns columns() {
        throw new UnsupportedOperationException();
    }

    public ConnectionOpener connections() {
        throw new UnsupportedOperationException();
    }

    public boolean inMemory() {
        throw new UnsupportedOperationException();
    }

    public Optional<Path> file() {
        throw new UnsupportedOperationException();
    }

    public boolean sameDatabase(DataSource other) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void close() {
        throw new UnsupportedOperationException();
    }
}
