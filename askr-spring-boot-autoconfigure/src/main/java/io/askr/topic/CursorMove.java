package io.askr.topic;

/**
 * A cursor on its way, for {@link SubscriberStore#advanceAll}.
 *
 * @param subscriber whose
 * @param from where it was seen
 * @param to where it goes, {@code from} or later
 * @since 0.1.0
 */
public record CursorMove(String subscriber, long from, long to) {

    /** Refuses a move back. */
    public CursorMove {
        if (to < from) {
            throw new IllegalArgumentException("the cursor of subscriber \"" + subscriber + "\" can't go back from "
                    + from + " to " + to + "; only a seek moves it back");
        }
    }
}
