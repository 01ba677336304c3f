package io.askr.topic;

import io.askr.jdbc.AskrDatabase;
import java.util.Map;
import java.util.Optional;

/** Placeholder: the body follows. */
@SuppressWarnings("DoNotCallSuggester")
public final class SubscriberStore {

    public SubscriberStore(AskrDatabase database, TopicLog log) {}

    public long open(String subscriber, StartPosition start) {
        throw new UnsupportedOperationException();
    }

    public boolean advance(String subscriber, long from, long to) {
        throw new UnsupportedOperationException();
    }

    public boolean park(ParkedEvent event, long from, long to) {
        throw new UnsupportedOperationException();
    }

    public Map<String, Long> cursors() {
        throw new UnsupportedOperationException();
    }

    public Optional<Long> cursor(String subscriber) {
        throw new UnsupportedOperationException();
    }
}
