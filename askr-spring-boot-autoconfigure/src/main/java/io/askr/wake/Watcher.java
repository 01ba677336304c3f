package io.askr.wake;

import io.askr.jdbc.AskrDatabase;
import java.util.Optional;
import org.springframework.context.SmartLifecycle;

/** Placeholder: the body follows. */
@SuppressWarnings("DoNotCallSuggester")
public final class Watcher implements SmartLifecycle {

    /** Before listeners, after the web server. */
    public static final int PHASE = Integer.MAX_VALUE - 100;

    public Watcher(AskrDatabase database, CommitSignal signal, WatcherSettings settings) {}

    @Override
    public void start() {
        throw new UnsupportedOperationException();
    }

    @Override
    public void stop() {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean isRunning() {
        throw new UnsupportedOperationException();
    }

    @Override
    public int getPhase() {
        return PHASE;
    }

    public boolean alive() {
        throw new UnsupportedOperationException();
    }

    public long wakeups(WakeSource source) {
        throw new UnsupportedOperationException();
    }

    public Optional<Throwable> failure() {
        throw new UnsupportedOperationException();
    }
}
