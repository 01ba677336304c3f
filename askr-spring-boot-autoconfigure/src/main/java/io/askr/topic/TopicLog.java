package io.askr.topic;

import io.askr.jdbc.AskrDatabase;
import io.askr.jdbc.Columns;
import io.askr.jdbc.Session;
import io.askr.jdbc.Sql;
import io.askr.jdbc.TopicSql;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * The log {@code askr_events}, for the containers; applications use {@link AskrTopics}. Calls join the caller's
 * transaction; outside one, each read is a short transaction of its own.
 *
 * @since 0.1.0
 */
public final class TopicLog {

    /** How many seqs one statement walks that has no index to help it: about a millisecond. */
    static final long WINDOW = 10_000;

    /** Up to so many names are looked up by index, one arm of a union each; more are found by walking. */
    static final int MAX_ARMS = 100;

    /** Payloads with more bytes are fetched one by one, so that rows behind a full page cost nothing. */
    static final long INLINE_BYTES = 16 * 1024;

    private final AskrDatabase database;
    private final EventHeaders headers = new EventHeaders();

    /**
     * Creates it.
     *
     * @param database the way to the database
     */
    public TopicLog(AskrDatabase database) {
        this.database = database;
    }

    /**
     * Reads events after a seq. Patterns are read in windows, each a transaction of its own. Inside a caller's
     * transaction {@link TopicPage#reached()} never exceeds the last event's seq: what a rolled-back transaction numbered
     * is numbered again.
     *
     * @param filter which channels
     * @param afterSeq the seq after which to begin, exclusive
     * @param maxEvents how many events at most, 1 or more
     * @param maxBytes stops before the payload with which the page would exceed this many bytes, but never before the
     *     first
     * @return the events, and up to where the log is known
     * @throws IllegalArgumentException if a bound makes no sense
     */
    public TopicPage page(TopicFilter filter, long afterSeq, int maxEvents, long maxBytes) {
        if (afterSeq < 0 || maxEvents < 1 || maxBytes < 1) {
            throw new IllegalArgumentException("can't read " + maxEvents + " events of " + maxBytes
                    + " bytes after seq " + afterSeq + "; give a seq of 0 or more, and bounds of 1 or more");
        }
        boolean joined = database.joins();
        Columns columns = database.columns();
        List<TopicEvent<byte[]>> events = new ArrayList<>();
        Step step = new Step(List.of(), afterSeq, 0, maxBytes, false);
        while (!step.done()) {
            Step last = step;
            int room = maxEvents - events.size();
            boolean first = events.isEmpty();
            step = database.read(session -> step(session, columns, filter, last.reached(), room, first, last.room()));
            events.addAll(step.events());
        }
        long reached = step.reached();
        if (joined) {
            reached =
                    events.isEmpty() ? afterSeq : events.get(events.size() - 1).seq();
        }
        return new TopicPage(events, reached, step.last());
    }

    /**
     * The highest seq that the log has given out, whether or not that event is still kept.
     *
     * @return the seq, 0 where nothing was ever published
     */
    public long lastSeq() {
        return database.read(this::last);
    }

    /**
     * The oldest event's seq.
     *
     * @return its seq, 0 where the log holds no event
     */
    public long firstSeq() {
        return database.read(session -> next(session, 0)).orElse(0);
    }

    /**
     * The cursor value that a start means now: the seq after which to read.
     *
     * @param start the start
     * @return the cursor
     */
    public long position(StartPosition start) {
        if (start instanceof StartPosition.AfterSeq after) {
            return after.seq();
        }
        if (start instanceof StartPosition.Since since) {
            return before(since.instant());
        }
        return start instanceof StartPosition.Latest ? lastSeq() : 0;
    }

    long last(Session session) {
        return session.first(sql().last(), none -> {}, row -> row.getLong(1)).orElse(0L);
    }

    private Step step(
            Session session, Columns columns, TopicFilter filter, long after, int limit, boolean first, long room) {
        long last = last(session);
        boolean indexed = filter.patternCount() == 0 && filter.nameCount() <= MAX_ARMS;
        OptionalLong next = indexed ? OptionalLong.empty() : next(session, after);
        if (last <= after || (!indexed && next.isEmpty())) {
            return new Step(List.of(), Math.max(after, last), last, room, true);
        }
        long start = indexed ? after : next.getAsLong() - 1;
        long until = indexed ? last : windowEnd(start, last);
        Sql page = indexed
                ? sql().page(columns, filter.nameCount())
                : sql().window(columns, filter.nameCount(), filter.patternCount());
        EventRows rows = new EventRows(headers, first, room);
        session.query(
                page,
                params -> {
                    filter.bind(params);
                    params.number("after", start).number("limit", (long) limit).number("inline", INLINE_BYTES);
                    if (!indexed) {
                        params.number("until", until);
                    }
                },
                rows);
        List<TopicEvent<byte[]>> events =
                rows.rows().stream().map(row -> complete(session, row)).toList();
        boolean stopped = rows.full() || events.size() == limit;
        long reached = !stopped
                ? until
                : events.isEmpty() ? after : events.get(events.size() - 1).seq();
        return new Step(events, reached, last, rows.room(), stopped || until == last);
    }

    private TopicEvent<byte[]> complete(Session session, EventRows.Row row) {
        TopicEvent<byte[]> event = row.event();
        return row.complete()
                ? event
                : session.first(
                                sql().payload(),
                                params -> params.number("seq", event.seq()),
                                found -> found.getBytes(1))
                        .map(event::withPayload)
                        .orElse(event);
    }

    private long before(Instant instant) {
        long after = 0;
        while (true) {
            long from = after;
            Walk walk = database.read(session -> walk(session, from, instant.getEpochSecond()));
            if (walk.done()) {
                return walk.reached();
            }
            after = walk.reached();
        }
    }

    private Walk walk(Session session, long after, long at) {
        long last = last(session);
        OptionalLong next = next(session, after);
        if (next.isEmpty()) {
            return new Walk(Math.max(after, last), true);
        }
        long start = next.getAsLong() - 1;
        long until = windowEnd(start, last);
        return session.first(
                        sql().firstSince(),
                        params -> params.number("after", start)
                                .number("until", until)
                                .number("at", at),
                        row -> row.getLong(1))
                .map(found -> new Walk(found - 1, true))
                .orElse(new Walk(until, until == last));
    }

    private static long windowEnd(long start, long last) {
        return last - start > WINDOW ? start + WINDOW : last;
    }

    private OptionalLong next(Session session, long after) {
        return session.first(sql().next(), params -> params.number("after", after), row -> row.getLong(1))
                .map(OptionalLong::of)
                .orElse(OptionalLong.empty());
    }

    private TopicSql sql() {
        return database.dialect().topics();
    }

    private record Step(List<TopicEvent<byte[]>> events, long reached, long last, long room, boolean done) {}

    private record Walk(long reached, boolean done) {}
}
