package io.askr.topic;

import io.askr.jdbc.AskrDatabase;
import io.askr.jdbc.Session;
import io.askr.jdbc.TopicSql;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Finds the channels on which something was committed. The table is walked, not the index: that would be read whole. What
 * this process has written itself is known and not read.
 */
final class ChangedChannels {

    private final AskrDatabase database;

    ChangedChannels(AskrDatabase database) {
        this.database = database;
    }

    /**
     * What one snapshot showed.
     *
     * @param last the log's maximum
     * @param channels the highest seq of each channel where something new stands; empty where that can't be said, because
     *     the log went back or too much is new
     */
    record Look(long last, Optional<Map<String, Long>> channels) {}

    /**
     * Looks. What is known of our own commits is asked for after the maximum was read: the last of them is told a moment
     * after it can be seen.
     */
    Look since(long seen, OwnCommits own) {
        long knownBefore = own.known().upTo();
        return database.read(session -> {
            long last = session.first(sql().last(), none -> {}, row -> row.getLong(1))
                    .orElse(0L);
            boolean wentBack = last < Math.max(seen, knownBefore);
            return seen < 0 || wentBack ? new Look(last, Optional.empty()) : since(session, seen, last, own.known());
        });
    }

    private Look since(Session session, long seen, long last, OwnCommits.Known own) {
        long known = Math.max(seen, own.upTo());
        if (last <= known) {
            return new Look(last, Optional.of(own.channels()));
        }
        if (last - known > TopicLog.WINDOW) {
            return new Look(last, Optional.empty());
        }
        Map<String, Long> channels = new HashMap<>(own.channels());
        session.query(
                        sql().changes(),
                        params -> params.number("after", known).number("until", last),
                        row -> Map.entry(row.getString(1), row.getLong(2)))
                .forEach(changed -> channels.merge(changed.getKey(), changed.getValue(), Math::max));
        return new Look(last, Optional.of(channels));
    }

    private TopicSql sql() {
        return database.dialect().topics();
    }
}
