package io.askr.topic;

import io.askr.jdbc.AskrDatabase;

/** Placeholder: the body follows. */
@SuppressWarnings("DoNotCallSuggester")
public final class TopicLog {

    public TopicLog(AskrDatabase database) {}

    public TopicPage page(TopicFilter filter, long afterSeq, int maxEvents, long maxBytes) {
        throw new UnsupportedOperationException();
    }

    public long lastSeq() {
        throw new UnsupportedOperationException();
    }

    public long firstSeq() {
        throw new UnsupportedOperationException();
    }

    public long position(StartPosition start) {
        throw new UnsupportedOperationException();
    }
}
