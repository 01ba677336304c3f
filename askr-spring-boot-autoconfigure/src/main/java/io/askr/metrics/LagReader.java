package io.askr.metrics;

import io.askr.jdbc.AskrDatabase;
import io.askr.jdbc.Session;
import io.askr.jdbc.TopicSql;
import io.askr.metrics.LagSample.Lag;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/** Reads every subscriber's lag in one snapshot. */
final class LagReader {

    private final AskrDatabase database;
    private final TopicSql sql;
    private final Supplier<Map<String, Long>> positions;

    /** {@code positions}: where this process's listeners stand; ahead of their stored cursors, which are saved lazily. */
    LagReader(AskrDatabase database, Supplier<Map<String, Long>> positions) {
        this.database = database;
        this.sql = database.dialect().topics();
        this.positions = positions;
    }

    /** Positions are taken before the snapshot: taken after it they could pass its newest event. */
    LagSample read() {
        Map<String, Long> reached = positions.get();
        return database.read(session -> {
            long last =
                    session.first(sql.last(), none -> {}, row -> row.getLong(1)).orElse(0L);
            Map<String, Lag> lags = new HashMap<>();
            for (Cursor stored : cursors(session)) {
                long cursor = Math.max(stored.seq(), reached.getOrDefault(stored.name(), 0L));
                lags.put(stored.name(), cursor < last ? new Lag(last - cursor, age(session, cursor)) : Lag.NONE);
            }
            return new LagSample(lags);
        });
    }

    private Iterable<Cursor> cursors(Session session) {
        return session.query(sql.cursors(), none -> {}, row -> new Cursor(row.getString(1), row.getLong(2)));
    }

    private Duration age(Session session, long cursor) {
        return session.first(sql.nextCreated(), bind -> bind.number("after", cursor), row -> row.getLong(1))
                .map(created -> Duration.ofSeconds(Math.max(0, database.now() - created)))
                .orElse(Duration.ZERO);
    }

    private record Cursor(String name, long seq) {}
}
