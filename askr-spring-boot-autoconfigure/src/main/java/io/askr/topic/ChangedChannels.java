package io.askr.topic;

import io.askr.jdbc.AskrDatabase;
import io.askr.jdbc.Session;
import io.askr.jdbc.TopicSql;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Finds the channels on which something was committed. The table is walked, not the index: that would be read whole. */
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

    Look since(long seen) {
        return database.read(session -> since(session, seen));
    }

    private Look since(Session session, long seen) {
        TopicSql sql = database.dialect().topics();
        long last = session.first(sql.last(), none -> {}, row -> row.getLong(1)).orElse(0L);
        if (seen < 0 || last < seen || last - seen > TopicLog.WINDOW) {
            return new Look(last, Optional.empty());
        }
        if (last == seen) {
            return new Look(last, Optional.of(Map.of()));
        }
        Map<String, Long> channels = session
                .query(
                        sql.changes(),
                        params -> params.number("after", seen).number("until", last),
                        row -> Map.entry(row.getString(1), row.getLong(2)))
                .stream()
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue, Math::max));
        return new Look(last, Optional.of(channels));
    }
}
