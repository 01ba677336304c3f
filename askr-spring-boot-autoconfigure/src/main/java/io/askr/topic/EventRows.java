package io.askr.topic;

import io.askr.jdbc.RowReader;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Collects rows until their payloads have so many bytes; it takes the first row of a page whatever its size. */
final class EventRows implements RowReader<Boolean> {

    private static final byte[] NONE = new byte[0];

    private final List<Row> rows = new ArrayList<>();
    private final EventHeaders headers;
    private final boolean first;
    private long room;
    private boolean full;

    EventRows(EventHeaders headers, boolean first, long room) {
        this.headers = headers;
        this.first = first;
        this.room = room;
    }

    /** An event; one that is not complete has a payload too big to have come along. */
    record Row(TopicEvent<byte[]> event, boolean complete) {}

    @Override
    public Boolean read(ResultSet row) throws SQLException {
        byte[] payload = row.getBytes(4);
        long bytes = payload == null ? row.getLong(3) : payload.length;
        full |= bytes > room && !(first && rows.isEmpty());
        if (!full) {
            room -= bytes;
            rows.add(row(row, payload, bytes));
        }
        return !full;
    }

    private Row row(ResultSet row, byte @Nullable [] payload, long bytes) throws SQLException {
        long seq = row.getLong(1);
        TopicEvent<byte[]> event = new TopicEvent<>(
                seq,
                row.getString(2),
                payload == null ? NONE : payload,
                headers.read(seq, row.getString(6)),
                instant(row.getLong(5)));
        return new Row(event, payload != null || bytes == 0);
    }

    /** What other programs store as seconds may be anything; it must not keep an event from being read. */
    private static Instant instant(long seconds) {
        return Instant.ofEpochSecond(
                Math.min(Math.max(seconds, Instant.MIN.getEpochSecond()), Instant.MAX.getEpochSecond()));
    }

    List<Row> rows() {
        return rows;
    }

    boolean full() {
        return full;
    }

    long room() {
        return room;
    }
}
