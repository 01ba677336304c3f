package io.askr.topic;

import java.util.Arrays;

/**
 * SQLite's GLOB on code points, to the letter: {@code *} any text, {@code ?} one character, {@code [a-c]} and
 * {@code [^a-c]} one character of a set, {@code ]} first in a set stands for itself, an unclosed set matches nothing, and
 * text ends at a NUL.
 */
final class Glob {

    private enum Outcome {
        MATCH,
        NO_MATCH,
        /** Nor would any later place do for the last {@code *}. */
        NO_MATCH_ANYWHERE
    }

    private final int[] pattern;

    Glob(String pattern) {
        this.pattern = codePoints(pattern);
    }

    static boolean isPattern(String topic) {
        return topic.chars().anyMatch(c -> c == '*' || c == '?' || c == '[');
    }

    boolean matches(String text) {
        return match(0, codePoints(text), 0) == Outcome.MATCH;
    }

    private Outcome match(int fromPattern, int[] text, int fromText) {
        int p = fromPattern;
        int t = fromText;
        while (p < pattern.length) {
            int c = pattern[p];
            if (c == '*') {
                return matchRest(p + 1, text, t);
            }
            if (t == text.length) {
                return Outcome.NO_MATCH;
            }
            if (c == '[') {
                p = endOfSet(p, text[t]);
                if (p < 0) {
                    return Outcome.NO_MATCH;
                }
            } else if (c == '?' || c == text[t]) {
                p++;
            } else {
                return Outcome.NO_MATCH;
            }
            t++;
        }
        return t == text.length ? Outcome.MATCH : Outcome.NO_MATCH;
    }

    /** Matches what follows a {@code *} at every place that is left. */
    private Outcome matchRest(int fromPattern, int[] text, int fromText) {
        int p = fromPattern;
        int t = fromText;
        while (p < pattern.length && (pattern[p] == '*' || pattern[p] == '?')) {
            if (pattern[p++] == '?' && t++ == text.length) {
                return Outcome.NO_MATCH_ANYWHERE;
            }
        }
        if (p == pattern.length) {
            return Outcome.MATCH;
        }
        for (; t < text.length; t++) {
            Outcome outcome = match(p, text, t);
            if (outcome != Outcome.NO_MATCH) {
                return outcome;
            }
        }
        return Outcome.NO_MATCH_ANYWHERE;
    }

    /** Where the pattern goes on after the set that opens at {@code open}; -1 if {@code c} is not of the set. */
    private int endOfSet(int open, int c) {
        int p = open + 1;
        boolean inverted = at(p) == '^';
        if (inverted) {
            p++;
        }
        boolean seen = false;
        if (at(p) == ']') {
            seen = c == ']';
            p++;
        }
        int prior = 0;
        while (at(p) != 0 && at(p) != ']') {
            boolean range = at(p) == '-' && at(p + 1) != ']' && at(p + 1) != 0 && prior > 0;
            if (range) {
                p++;
                seen |= c >= prior && c <= at(p);
                prior = 0;
            } else {
                seen |= c == at(p);
                prior = at(p);
            }
            p++;
        }
        return at(p) == 0 || seen == inverted ? -1 : p + 1;
    }

    private int at(int index) {
        return index < pattern.length ? pattern[index] : 0;
    }

    private static int[] codePoints(String text) {
        int[] points = text.codePoints().toArray();
        for (int end = 0; end < points.length; end++) {
            if (points[end] == 0) {
                return Arrays.copyOf(points, end);
            }
        }
        return points;
    }
}
