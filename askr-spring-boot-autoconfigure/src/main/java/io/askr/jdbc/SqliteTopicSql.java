package io.askr.jdbc;

import static java.util.stream.Collectors.joining;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;

/**
 * SQLite's text of the topics. Named channels are served by {@code askr_events_chan (channel, seq)}, one arm each, merged
 * in order; {@code unlikely} because on a log of one channel the planner, once {@code analyze} has run, would walk the
 * table for any other name. Patterns and long lists walk the table itself ({@code not indexed}): through the index a pattern would read
 * every entry of every channel.
 */
final class SqliteTopicSql implements TopicSql {

    private static final Sql INSERT = Sql.of(
            """
            insert into askr_events (channel, payload, created_at)
            values (:channel, :payload, :now)
            returning seq
            """);

    private static final Sql INSERT_WITH_HEADERS = Sql.of(
            """
            insert into askr_events (channel, payload, created_at, headers)
            values (:channel, :payload, :now, :headers)
            returning seq
            """);

    private static final Sql LAST = Sql.of(
            """
            select max(
              coalesce((select seq from sqlite_sequence where name = 'askr_events'), 0),
              coalesce((select max(seq) from askr_events), 0))
            """);

    private static final Sql NEXT =
            Sql.of("""
            select seq from askr_events where seq > :after order by seq limit 1
            """);

    private static final Sql NEXT_CREATED =
            Sql.of("select created_at from askr_events where seq > :after order by seq limit 1");

    private static final Sql FIRST_SINCE = Sql.of(
            """
            select seq from askr_events not indexed
            where seq > :after and seq <= :until and created_at >= :at
            order by seq limit 1
            """);

    private static final Sql PAYLOAD =
            Sql.of("""
            select cast(payload as blob) from askr_events where seq = :seq
            """);

    private static final Sql CHANGES = Sql.of(
            """
            select channel, max(seq) from askr_events not indexed
            where seq > :after and seq <= :until
            group by channel
            """);

    private static final Sql CURSOR =
            Sql.of("""
            select cursor from askr_subscribers where name = :name
            """);

    private static final Sql CURSORS =
            Sql.of("""
            select name, cursor from askr_subscribers order by name
            """);

    private static final Sql CREATE_CURSOR = Sql.of(
            """
            insert into askr_subscribers (name, cursor, updated_at)
            values (:name, :cursor, :now)
            on conflict (name) do nothing
            """);

    private static final Sql ADVANCE = Sql.of(
            """
            update askr_subscribers set cursor = :to, updated_at = :now
            where name = :name and cursor = :from
            """);

    private static final Sql PARK = Sql.of(
            """
            insert into askr_failed_jobs (uuid, queue, payload, exception, attempts, failed_at)
            values (:uuid, :queue, :payload, :exception, :attempts, :now)
            """);

    private static final Sql PARK_WITH_DETAILS = Sql.of(
            """
            insert into askr_failed_jobs
              (uuid, queue, payload, exception, attempts, failed_at, channel, seq, headers, event_created_at)
            values
              (:uuid, :queue, :payload, :exception, :attempts, :now, :channel, :seq, :headers, :created)
            """);

    private static final String EVENT =
            """
            select seq, channel, octet_length(payload),
              case when octet_length(payload) <= :inline then cast(payload as blob) end,
              created_at, %s
            from askr_events
            """;

    private static final String ARM = EVENT + "where unlikely(channel = :n%d) and seq > :after\n";

    private static final String WINDOW = EVENT.strip()
            + """
             not indexed
            where seq > :after and seq <= :until and (%s)
            order by seq limit :limit
            """;

    private final Map<String, Sql> built = new ConcurrentHashMap<>();

    @Override
    public Sql insert(boolean headers) {
        return headers ? INSERT_WITH_HEADERS : INSERT;
    }

    @Override
    public Sql last() {
        return LAST;
    }

    @Override
    public Sql next() {
        return NEXT;
    }

    @Override
    public Sql nextCreated() {
        return NEXT_CREATED;
    }

    @Override
    public Sql firstSince() {
        return FIRST_SINCE;
    }

    @Override
    public Sql page(Columns columns, int channels) {
        return built.computeIfAbsent(
                "page " + columns.eventHeaders() + " " + channels,
                key -> Sql.of(IntStream.range(0, channels)
                        .mapToObj(name -> ARM.formatted(headers(columns), name))
                        .collect(joining("union all\n", "", "order by seq limit :limit"))));
    }

    @Override
    public Sql window(Columns columns, int channels, int patterns) {
        return built.computeIfAbsent(
                "window " + columns.eventHeaders() + " " + channels + " " + patterns,
                key -> Sql.of(WINDOW.formatted(headers(columns), anyOf(channels, patterns))));
    }

    @Override
    public Sql payload() {
        return PAYLOAD;
    }

    @Override
    public Sql changes() {
        return CHANGES;
    }

    @Override
    public Sql cursor() {
        return CURSOR;
    }

    @Override
    public Sql cursors() {
        return CURSORS;
    }

    @Override
    public Sql createCursor() {
        return CREATE_CURSOR;
    }

    @Override
    public Sql advance() {
        return ADVANCE;
    }

    @Override
    public Sql park(boolean details) {
        return details ? PARK_WITH_DETAILS : PARK;
    }

    private static String headers(Columns columns) {
        return columns.eventHeaders() ? "headers" : "null";
    }

    private static String anyOf(int channels, int patterns) {
        String names =
                IntStream.range(0, channels).mapToObj(name -> ":n" + name).collect(joining(", "));
        String globs = IntStream.range(0, patterns)
                .mapToObj(pattern -> "channel glob :p" + pattern)
                .collect(joining(" or "));
        return channels == 0 ? globs : "channel in (" + names + ")" + (patterns == 0 ? "" : " or " + globs);
    }
}
