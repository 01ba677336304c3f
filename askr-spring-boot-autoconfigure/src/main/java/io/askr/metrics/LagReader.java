package io.askr.metrics;

import io.askr.jdbc.AskrDatabase;
import io.askr.jdbc.Session;
import io.askr.jdbc.Sql;
import io.askr.metrics.LagSample.Lag;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/** Reads every subscriber's lag in one snapshot. */
final class LagReader {

    private static final Sql CURSORS = Sql.of(
            """
            select name, cursor, coalesce((select seq from sqlite_sequence where name = 'askr_events'), 0) as last
            from askr_subscribers
            """);

    /** Served by the primary key. */
    private static final Sql CREATED_AFTER = Sql.of(
            """
            select created_at from askr_events where seq > :after order by seq limit 1
            """);

    private final AskrDatabase database;
    private final Supplier<Map<String, Long>> positions;

    /** {@code positions}: where the listeners of this process stand; ahead of their stored cursors, which are saved lazily. */
    LagReader(AskrDatabase database, Supplier<Map<String, Long>> positions) {
        this.database = database;
        this.positions = positions;
    }

    /** Positions are taken before the snapshot: taken after it they could pass its newest event. */
    LagSample read() {
        Map<String, Long> reached = positions.get();
        return database.read(session -> {
            Map<String, Lag> lags = new HashMap<>();
            long now = database.now();
            session.query(
                            CURSORS,
                            none -> {},
                            row -> new Cursor(row.getString("name"), row.getLong("cursor"), row.getLong("last")))
                    .forEach(cursor -> lags.put(cursor.name(), lag(session, cursor.at(reached), now)));
            return new LagSample(lags);
        });
    }

    private Lag lag(Session session, Cursor cursor, long now) {
        if (cursor.position() >= cursor.last()) {
            return Lag.NONE;
        }
        long age = session.first(
                        CREATED_AFTER, bind -> bind.number("after", cursor.position()), row -> now - row.getLong(1))
                .orElse(0L);
        return new Lag(cursor.last() - cursor.position(), Duration.ofSeconds(Math.max(0, age)));
    }

    private record Cursor(String name, long position, long last) {

        Cursor at(Map<String, Long> reached) {
            return new Cursor(name, Math.max(position, reached.getOrDefault(name, position)), last);
        }
    }
}
