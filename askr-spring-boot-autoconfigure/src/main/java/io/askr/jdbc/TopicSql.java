package io.askr.jdbc;

/**
 * The statements of the topics, as one database understands them. Columns of results come in the order that each
 * method's documentation gives.
 *
 * @since 0.1.0
 */
public interface TopicSql {

    /**
     * Inserts an event.
     *
     * @param headers whether {@code :headers} is bound, which needs the column
     * @return {@code :channel :payload :now [:headers]} to {@code seq}
     */
    Sql insert(boolean headers);

    /**
     * The highest seq ever given out, 0 if none: an emptied log remembers it.
     *
     * @return no parameters, to one row {@code seq}
     */
    Sql last();

    /**
     * The lowest seq that is there after another.
     *
     * @return {@code :after} to at most one row {@code seq}
     */
    Sql next();

    /**
     * When the first event after another was published.
     *
     * @return {@code :after} to at most one row {@code created_at}
     */
    Sql nextCreated();

    /**
     * The first event of a window that is not older than a moment.
     *
     * @return {@code :after :until :at} to at most one row {@code seq}
     */
    Sql firstSince();

    /**
     * Events on named channels, found by index.
     *
     * @param columns which columns there are
     * @param channels how many names
     * @return {@code :after :limit :inline :n0 …} to {@code seq, channel, bytes, payload, created_at, headers} by
     *     ascending seq; payload is null where it has more than {@code :inline} bytes
     */
    Sql page(Columns columns, int channels);

    /**
     * Events of a window of seqs on any of some channels and patterns, without an index.
     *
     * @param columns which columns there are
     * @param channels how many names
     * @param patterns how many patterns
     * @return {@code :after :until :limit :inline :n0 … :p0 …} to the same columns as {@link #page}
     */
    Sql window(Columns columns, int channels, int patterns);

    /**
     * One event's payload as bytes.
     *
     * @return {@code :seq} to {@code payload}
     */
    Sql payload();

    /**
     * On which channels something stands in a window of seqs.
     *
     * @return {@code :after :until} to {@code channel, seq}, the highest seq of each
     */
    Sql changes();

    /**
     * A subscriber's cursor.
     *
     * @return {@code :name} to at most one row {@code cursor}
     */
    Sql cursor();

    /**
     * All cursors.
     *
     * @return no parameters, to {@code name, cursor} by name
     */
    Sql cursors();

    /**
     * Creates a subscriber unless it is there.
     *
     * @return {@code :name :cursor :now}
     */
    Sql createCursor();

    /**
     * Moves a cursor that still stands where it was seen.
     *
     * @return {@code :name :from :to :now}; changes no row where it has been moved
     */
    Sql advance();

    /**
     * Stores an event among the failed jobs.
     *
     * @param details whether the columns for events are there
     * @return {@code :uuid :queue :payload :exception :attempts :now}, with details also
     *     {@code :channel :seq :headers :created}
     */
    Sql park(boolean details);
}
