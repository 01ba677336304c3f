package io.askr.sample.quakes;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/** Reads the figures; each method sees one snapshot of the database. */
@Component
class QuakeStatsReader {

    private static final int NEWEST = 10_000;

    private final JdbcClient jdbc;

    QuakeStatsReader(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    @Transactional(readOnly = true)
    QuakeStats stats() {
        List<QuakeStats.Region> regions = regions();
        return new QuakeStats(
                count("select count(*) from quake"),
                count("select count(*) from alert"),
                greatest(regions),
                regions,
                subscribers());
    }

    /** The figures and the newest 10,000 quakes, the latest first. */
    @Transactional(readOnly = true)
    Snapshot snapshot() {
        return new Snapshot(stats(), quakes());
    }

    private long count(String sql) {
        return jdbc.sql(sql).query(Long.class).single();
    }

    private static @Nullable Double greatest(List<QuakeStats.Region> regions) {
        return regions.stream()
                .map(QuakeStats.Region::maxMagnitude)
                .max(Double::compare)
                .orElse(null);
    }

    private List<QuakeStats.Region> regions() {
        return jdbc.sql("select net, count, max_magnitude, last_time from region_stats order by count desc, net")
                .query((row, n) -> new QuakeStats.Region(
                        row.getString("net"),
                        row.getLong("count"),
                        row.getDouble("max_magnitude"),
                        Instant.ofEpochMilli(row.getLong("last_time"))))
                .list();
    }

    /** The log's tables are a public format: any program may ask them how far a subscriber is. */
    private List<QuakeStats.Subscriber> subscribers() {
        return jdbc.sql(
                        """
                select name, cursor, max(0, (select coalesce(max(seq), 0) from askr_events) - cursor) as lag
                from askr_subscribers
                order by name
                """)
                .query((row, n) ->
                        new QuakeStats.Subscriber(row.getString("name"), row.getLong("cursor"), row.getLong("lag")))
                .list();
    }

    private List<Quake> quakes() {
        return jdbc.sql(
                        """
                select id, net, magnitude, place, kind, time, longitude, latitude, depth
                from quake
                order by time desc
                limit :newest
                """)
                .param("newest", NEWEST)
                .query(QuakeStatsReader::quake)
                .list();
    }

    private static Quake quake(ResultSet row, int number) throws SQLException {
        return new Quake(
                row.getString("id"),
                row.getString("net"),
                row.getDouble("magnitude"),
                row.getString("place"),
                row.getString("kind"),
                Instant.ofEpochMilli(row.getLong("time")),
                row.getDouble("longitude"),
                row.getDouble("latitude"),
                row.getObject("depth") == null ? null : row.getDouble("depth"));
    }
}
