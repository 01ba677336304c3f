package io.askr.topic;

/** Placeholder: the body follows. */
@SuppressWarnings("DoNotCallSuggester")
public final class TopicFilter {

    public static TopicFilter channel(String channel) {
        throw new UnsupportedOperationException();
    }

    public static TopicFilter channels(String... channels) {
        throw new UnsupportedOperationException();
    }

    public static TopicFilter pattern(String pattern) {
        throw new UnsupportedOperationException();
    }

    /** Names and patterns mixed: matches what any of them matches. */
    public static TopicFilter of(String... topics) {
        throw new UnsupportedOperationException();
    }

    public boolean matches(String channel) {
        throw new UnsupportedOperationException();
    }
}
