package io.askr.jdbc;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One caller's work on its way to a commit, and what became of it. */
final class WriteRequest<T extends @Nullable Object> {

    private enum State {
        QUEUED,
        TAKEN,
        WITHDRAWN,
        DONE
    }

    private final Function<Session, T> work;
    private final long deadline;
    private final @Nullable CompletableFuture<T> future;
    private final Thread caller = Thread.currentThread();
    private final AtomicReference<State> state = new AtomicReference<>(State.QUEUED);
    private List<Runnable> hints = List.of();
    private @Nullable T result;
    private @Nullable Throwable failure;

    /** The caller waits for it, or is told by {@code future}. The deadline is a nano time. */
    WriteRequest(Function<Session, T> work, long deadline, @Nullable CompletableFuture<T> future) {
        this.work = work;
        this.deadline = deadline;
        this.future = future;
    }

    long left() {
        return deadline - System.nanoTime();
    }

    /** Claims it for a commit. From then on its caller waits for the outcome. */
    boolean take() {
        return state.compareAndSet(State.QUEUED, State.TAKEN);
    }

    /** Takes it back, while nobody has claimed it. */
    boolean withdraw() {
        return state.compareAndSet(State.QUEUED, State.WITHDRAWN);
    }

    /** Does the work; may be called again after what it did was rolled back. */
    void run(OwnConnection connection) {
        List<Runnable> collected = new ArrayList<>(1);
        result = work.apply(connection.session(collected::add));
        hints = collected;
    }

    void committed() {
        state.set(State.DONE);
        if (future == null) {
            LockSupport.unpark(caller);
        } else {
            future.completeAsync(this::outcome);
        }
    }

    /** Says that it failed; does nothing once it is done. */
    void failed(Throwable reason) {
        if (state.get() == State.DONE) {
            return;
        }
        failure = reason;
        state.set(State.DONE);
        if (future == null) {
            LockSupport.unpark(caller);
        } else {
            future.completeExceptionally(reason);
        }
    }

    /**
     * Waits until the work is committed or has failed. While it is only queued, the deadline or an interrupt takes it back.
     *
     * @throws WriteLockTimeoutException if it was taken back; nothing was written
     */
    T await() {
        boolean interrupted = false;
        while (state.get() != State.DONE) {
            boolean late = left() <= 0;
            interrupted |= Thread.interrupted();
            if ((late || interrupted) && withdraw()) {
                restore(interrupted);
                throw new WriteLockTimeoutException(
                        late
                                ? "the write waited too long behind others (askr.writer.timeout); nothing was written"
                                : "interrupted while waiting to write; nothing was written");
            }
            LockSupport.parkNanos(this, state.get() == State.QUEUED ? Math.max(1, left()) : Long.MAX_VALUE);
        }
        restore(interrupted);
        return outcome();
    }

    /** What became of it. For the caller, when it is done. */
    @SuppressWarnings("NullAway")
    T outcome() {
        if (failure instanceof RuntimeException runtime) {
            throw runtime;
        }
        if (failure instanceof Error error) {
            throw error;
        }
        hints.forEach(Runnable::run);
        return result;
    }

    private static void restore(boolean interrupted) {
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
