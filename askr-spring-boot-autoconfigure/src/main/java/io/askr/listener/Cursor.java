package io.askr.listener;

import io.askr.topic.TopicEvent;
import java.util.Optional;

/** A listener's place in the log, and where it is kept over a restart. */
interface Cursor {

    Position position();

    /** Takes the place to start from. */
    void open();

    /** Takes the place anew after {@link StaleCursorException}. */
    void reload();

    /** Takes the place anew where the log has come to end before it, as that of a restored file does. */
    void wentBack(long last);

    /** Whether the place has to be taken anew although nobody has met a {@link StaleCursorException}. */
    boolean isStale();

    /**
     * Stores the position, if it is not stored.
     *
     * @throws StaleCursorException if somebody else has moved the cursor; nothing is stored then
     */
    void save();

    /** Begins to save the position together with others'; empty where there is nothing to save or the listener is at it. */
    Optional<CursorSave> beginSave();

    /** Whether there is a place for events that are put aside. */
    boolean keeps();

    /**
     * Puts an event aside and moves on, both or neither.
     *
     * @throws StaleCursorException if somebody else has moved the cursor; nothing is stored then
     */
    void park(TopicEvent<byte[]> event, int attempts, Throwable failure);
}
