package io.askr.topic;

import io.askr.jdbc.Params;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * Which channels' events are wanted: some by name, some by pattern. Patterns have the meaning of SQLite's GLOB on every
 * database: {@code *} stands for any text, dots included, {@code ?} for one character, {@code [a-c]} and {@code [^a-c]}
 * for one of a set.
 *
 * @since 0.1.0
 */
public final class TopicFilter {

    /** How many names and patterns one filter takes. */
    static final int MAX_TOPICS = 500;

    private static final int MAX_LENGTH = 1000;

    private final Set<String> names = new LinkedHashSet<>();
    private final Set<String> patterns = new LinkedHashSet<>();
    private final List<Glob> globs;

    private TopicFilter(Collection<String> names, Collection<String> topics) {
        if (names.isEmpty() && topics.isEmpty()) {
            throw new IllegalArgumentException("no channel is given; name one, or use the pattern \"*\" for all");
        }
        names.forEach(name -> this.names.add(required(name)));
        topics.forEach(topic -> (Glob.isPattern(required(topic)) ? patterns : this.names).add(topic));
        if (this.names.size() + patterns.size() > MAX_TOPICS) {
            throw new IllegalArgumentException((this.names.size() + patterns.size()) + " channels and patterns are more"
                    + " than the " + MAX_TOPICS + " that one filter takes; use a pattern that covers them");
        }
        this.globs = patterns.stream().map(Glob::new).toList();
    }

    /**
     * One channel, taken literally: also a name with {@code *}, {@code ?} or {@code [} that another program gave it.
     *
     * @param channel its name
     * @return the filter
     * @throws IllegalArgumentException if it is empty
     */
    public static TopicFilter channel(String channel) {
        return new TopicFilter(List.of(channel), List.of());
    }

    /**
     * Any of some channels, taken literally.
     *
     * @param channels their names, at most 500
     * @return the filter
     * @throws IllegalArgumentException if there are none or too many, or one is empty
     */
    public static TopicFilter channels(String... channels) {
        return new TopicFilter(List.of(channels), List.of());
    }

    /**
     * The channels that match a pattern. A text without {@code *}, {@code ?} and {@code [} is a name.
     *
     * @param pattern the pattern, at most 1,000 characters
     * @return the filter
     * @throws IllegalArgumentException if it is empty or too long
     */
    public static TopicFilter pattern(String pattern) {
        return new TopicFilter(List.of(), List.of(pattern));
    }

    /**
     * The channels that any of some names and patterns matches; what has a {@code *}, {@code ?} or {@code [} is a pattern.
     *
     * @param topics names and patterns, at most 500
     * @return the filter
     * @throws IllegalArgumentException if there are none or too many, or one is empty or too long
     */
    public static TopicFilter of(String... topics) {
        return new TopicFilter(List.of(), List.of(topics));
    }

    /**
     * Tells whether a channel is wanted, exactly as the database would.
     *
     * @param channel its name
     * @return whether it is
     */
    public boolean matches(String channel) {
        return names.contains(channel) || globs.stream().anyMatch(glob -> glob.matches(channel));
    }

    Set<String> names() {
        return Collections.unmodifiableSet(names);
    }

    int nameCount() {
        return names.size();
    }

    int patternCount() {
        return patterns.size();
    }

    void bind(Params params) {
        int at = 0;
        for (String name : names) {
            params.text("n" + at++, name);
        }
        at = 0;
        for (String pattern : patterns) {
            params.text("p" + at++, pattern);
        }
    }

    private static String required(String topic) {
        if (topic.isEmpty() || topic.length() > MAX_LENGTH) {
            throw new IllegalArgumentException("the channel or pattern \"" + topic + "\" has " + topic.length()
                    + " characters; give 1 to " + MAX_LENGTH);
        }
        return topic;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TopicFilter filter && names.equals(filter.names) && patterns.equals(filter.patterns);
    }

    @Override
    public int hashCode() {
        return Objects.hash(names, patterns);
    }

    /** The names, then the patterns. */
    @Override
    public String toString() {
        Set<String> all = new LinkedHashSet<>(names);
        all.addAll(patterns);
        return String.join(", ", all);
    }
}
