package io.askr.listener;

import io.askr.topic.StartPosition;
import io.askr.topic.TopicEvent;
import io.askr.topic.TopicLog;
import java.util.Optional;

/** The place of a listener without a subscriber: in memory only, taken anew at each start. */
final class LiveCursor implements Cursor {

    private final StartPosition start;
    private final TopicLog log;
    private final Position position = new Position();

    LiveCursor(StartPosition start, TopicLog log) {
        this.start = start;
        this.log = log;
    }

    @Override
    public Position position() {
        return position;
    }

    @Override
    public void open() {
        position.reset(log.position(start));
    }

    @Override
    public void reload() {}

    /** A start that lies ahead of the log stands: nothing was read yet. */
    @Override
    public void wentBack(long last) {
        boolean ahead = start instanceof StartPosition.AfterSeq after && after.seq() >= position.current();
        if (!ahead) {
            position.reset(last);
        }
    }

    @Override
    public boolean isStale() {
        return false;
    }

    @Override
    public void save() {
        position.stored(position.current());
    }

    @Override
    public Optional<CursorSave> beginSave() {
        return Optional.empty();
    }

    @Override
    public boolean keeps() {
        return false;
    }

    @Override
    public void park(TopicEvent<byte[]> event, int attempts, Throwable failure) {
        position.moveTo(event.seq());
    }
}
