package io.askr.topic;

import java.util.List;

/**
 * What one look into the log found.
 *
 * @param events the events, by ascending seq
 * @param reached up to where nothing more is to be had for the filter: the last event's seq where the page stopped by
 *     count or bytes, else the log's maximum in the snapshot that the events were read from; never less than where
 *     reading began. A cursor may move here
 * @param last the log's maximum in that snapshot; below a place where somebody has read when the log went back, as a restored
 *     file's does
 * @since 0.1.0
 */
public record TopicPage(List<TopicEvent<byte[]>> events, long reached, long last) {

    /** Copies the list. */
    public TopicPage {
        events = List.copyOf(events);
    }
}
