package io.askr.topic;

import io.askr.jdbc.AskrDatabase;
import io.askr.jdbc.Session;
import io.askr.jdbc.TopicSql;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * The subscribers' cursors in {@code askr_subscribers}, for the containers. Calls join the caller's transaction, or
 * commit by themselves.
 *
 * @since 0.1.0
 */
public final class SubscriberStore {

    /** Parked events stand in {@code askr_failed_jobs} under this and the subscriber's name. */
    public static final String PARKED_QUEUE_PREFIX = "subscriber:";

    private final AskrDatabase database;
    private final TopicLog log;
    private final EventHeaders headers = new EventHeaders();

    /**
     * Creates it.
     *
     * @param database the way to the database
     * @param log tells what a start position means
     */
    public SubscriberStore(AskrDatabase database, TopicLog log) {
        this.database = database;
        this.log = log;
    }

    /**
     * Finds a subscriber's cursor, or creates it at {@code start}. The position is fixed when this returns; of several
     * processes that open a new name at once, one decides for all.
     *
     * @param subscriber its name, as in {@link TopicNames#requireSubscriber}
     * @param start where a new subscriber begins
     * @return the cursor: everything up to this seq is done
     * @throws IllegalArgumentException if the name is not allowed
     */
    public long open(String subscriber, StartPosition start) {
        TopicNames.requireSubscriber(subscriber);
        Optional<Long> known = cursor(subscriber);
        if (known.isPresent()) {
            return known.get();
        }
        long position = log.position(start);
        return database.write(session -> {
            session.update(sql().createCursor(), params -> params.text("name", subscriber)
                    .number("cursor", position)
                    .number("now", database.now()));
            return cursor(session, subscriber).orElse(position);
        });
    }

    /**
     * Moves a cursor on, if it still stands where it was.
     *
     * @param subscriber whose
     * @param from where it was seen
     * @param to where it goes, {@code from} or later
     * @return {@code false} if somebody else has moved or removed it; then nothing is written
     * @throws IllegalArgumentException if it would go back
     */
    public boolean advance(String subscriber, long from, long to) {
        CursorMove move = new CursorMove(subscriber, from, to);
        return database.write(session -> advance(session, move));
    }

    /**
     * Moves several cursors on in one transaction, each if it still stands where it was.
     *
     * @param moves one for each subscriber
     * @return those that somebody else has moved or removed; of them nothing is written
     */
    public List<CursorMove> advanceAll(List<CursorMove> moves) {
        return database.write(session ->
                moves.stream().filter(move -> !advance(session, move)).toList());
    }

    /**
     * Stores an event among the failed jobs, under the queue {@code subscriber:<name>}, and moves the cursor on, both or
     * neither.
     *
     * @param parked the event
     * @param from where the cursor was seen
     * @param to where it goes, {@code from} or later
     * @return {@code false} if somebody else has moved or removed the cursor; then nothing is written
     * @throws IllegalArgumentException if the cursor would go back
     */
    public boolean park(ParkedEvent parked, long from, long to) {
        CursorMove move = new CursorMove(parked.subscriber(), from, to);
        boolean details = database.columns().failedJobDetails();
        String uuid = UUID.randomUUID().toString();
        String exception = FailureText.of(parked.failure());
        return database.write(session -> {
            if (!advance(session, move)) {
                return false;
            }
            session.update(sql().park(details), params -> {
                params.text("uuid", uuid)
                        .text("queue", PARKED_QUEUE_PREFIX + parked.subscriber())
                        .bytes("payload", parked.event().payload())
                        .text("exception", exception)
                        .number("attempts", (long) parked.attempts())
                        .number("now", database.now());
                if (details) {
                    params.text("channel", parked.event().channel())
                            .number("seq", parked.event().seq())
                            .text("headers", headers.write(parked.event().headers()))
                            .number("created", parked.event().createdAt().getEpochSecond());
                }
            });
            return true;
        });
    }

    /**
     * All subscribers that have a cursor, other programs' included.
     *
     * @return cursors by name, sorted by name
     */
    public Map<String, Long> cursors() {
        return database.read(session -> {
            Map<String, Long> cursors = new LinkedHashMap<>();
            session.query(sql().cursors(), none -> {}, row -> Map.entry(row.getString(1), row.getLong(2)))
                    .forEach(each -> cursors.put(each.getKey(), each.getValue()));
            return Collections.unmodifiableMap(cursors);
        });
    }

    /**
     * One subscriber's cursor.
     *
     * @param subscriber whose
     * @return the cursor, empty where there is no such subscriber
     */
    public Optional<Long> cursor(String subscriber) {
        return database.read(session -> cursor(session, subscriber));
    }

    private Optional<Long> cursor(Session session, String subscriber) {
        return session.first(sql().cursor(), params -> params.text("name", subscriber), row -> row.getLong(1));
    }

    private boolean advance(Session session, CursorMove move) {
        return session.update(sql().advance(), params -> params.text("name", move.subscriber())
                        .number("from", move.from())
                        .number("to", move.to())
                        .number("now", database.now()))
                == 1;
    }

    private TopicSql sql() {
        return database.dialect().topics();
    }
}
