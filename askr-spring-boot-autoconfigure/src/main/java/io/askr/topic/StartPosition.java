package io.askr.topic;

import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Locale;

/**
 * Where a new subscriber begins, or where a subscriber is moved to.
 *
 * @since 0.1.0
 */
public sealed interface StartPosition {

    /** Before the oldest event. */
    record Earliest() implements StartPosition {}

    /** After the newest event. */
    record Latest() implements StartPosition {}

    /**
     * After an event.
     *
     * @param seq the event's seq, 0 or more
     */
    record AfterSeq(long seq) implements StartPosition {

        /** Refuses a negative seq. */
        public AfterSeq {
            if (seq < 0) {
                throw new IllegalArgumentException("a start after seq " + seq + " is not possible: give 0 or more");
            }
        }
    }

    /**
     * Before the first event that was created at an instant or later.
     *
     * @param instant the instant
     */
    record Since(Instant instant) implements StartPosition {}

    /**
     * Before the oldest event that the log still has.
     *
     * @return the position
     */
    static StartPosition earliest() {
        return new Earliest();
    }

    /**
     * After the newest event that is committed when the position is taken.
     *
     * @return the position
     */
    static StartPosition latest() {
        return new Latest();
    }

    /**
     * After the event with this seq.
     *
     * @param seq 0 or more; there need be no such event
     * @return the position
     * @throws IllegalArgumentException if it is negative
     */
    static StartPosition afterSeq(long seq) {
        return new AfterSeq(seq);
    }

    /**
     * Before the first event created at {@code instant} or later. Events carry whole seconds, so the instant's second is
     * included; no event created then or later is left out, also where clocks had jumped, and older ones may come along.
     *
     * @param instant the instant
     * @return the position
     */
    static StartPosition since(Instant instant) {
        return new Since(instant);
    }

    /**
     * Reads a position from text, as in an annotation's attribute or a property.
     *
     * @param text {@code earliest}, {@code latest}, a seq to start after, or an instant such as
     *     {@code 2026-11-30T12:00:00Z}
     * @return the position
     * @throws IllegalArgumentException if it is none of these
     */
    static StartPosition parse(String text) {
        String value = text.strip();
        return switch (value.toLowerCase(Locale.ROOT)) {
            case "earliest" -> earliest();
            case "latest" -> latest();
            default -> seqOrInstant(value);
        };
    }

    private static StartPosition seqOrInstant(String value) {
        try {
            return value.matches("[0-9]+") ? afterSeq(Long.parseLong(value)) : since(Instant.parse(value));
        } catch (NumberFormatException | DateTimeParseException failure) {
            throw new IllegalArgumentException(
                    "the start position \"" + value + "\" is not known; write earliest, latest, a seq such as 1200, or"
                            + " an instant such as 2026-11-30T12:00:00Z",
                    failure);
        }
    }
}
