package io.askr.topic;

import io.askr.jdbc.AskrDatabase;
import io.askr.payload.PayloadCodec;
import io.askr.wake.CommitSignal;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Placeholder: the body follows. */
@SuppressWarnings("DoNotCallSuggester")
public final class AskrTopicPublisher {

    public AskrTopicPublisher(AskrDatabase database, PayloadCodec codec, CommitSignal signal) {}

    public long publish(String channel, Object payload) {
        throw new UnsupportedOperationException();
    }

    public long publish(String channel, Object payload, Map<String, String> headers) {
        throw new UnsupportedOperationException();
    }

    public List<Long> publishAll(String channel, Collection<?> payloads) {
        throw new UnsupportedOperationException();
    }

    public CompletableFuture<Long> publishAsync(String channel, Object payload) {
        throw new UnsupportedOperationException();
    }

    /** How many events this publisher has committed: what a counter shows. */
    public long published() {
        throw new UnsupportedOperationException();
    }
}
