package io.askr.jdbc;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A statement's text with {@code :named} parameters, parsed once. A name may occur more than once; every occurrence is
 * bound to the same value.
 *
 * @since 0.1.0
 */
public final class Sql {

    private final String text;
    private final String jdbc;
    private final Map<String, List<Integer>> positions;

    private Sql(String text, String jdbc, Map<String, List<Integer>> positions) {
        this.text = text;
        this.jdbc = jdbc;
        this.positions = positions;
    }

    /**
     * Parses {@code text}. Text in single quotes is left as it is.
     *
     * @param text one statement, with {@code :name} where a value goes
     * @return the parsed statement
     */
    public static Sql of(String text) {
        StringBuilder jdbc = new StringBuilder(text.length());
        Map<String, List<Integer>> positions = new LinkedHashMap<>();
        boolean quoted = false;
        int index = 0;
        int at = 0;
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == '\'') {
                quoted = !quoted;
            }
            int end = quoted || c != ':' ? at : endOfName(text, at + 1);
            if (end > at + 1) {
                positions
                        .computeIfAbsent(text.substring(at + 1, end), name -> new ArrayList<>())
                        .add(++index);
                jdbc.append('?');
                at = end;
            } else {
                jdbc.append(c);
                at++;
            }
        }
        return new Sql(text, jdbc.toString().strip(), positions);
    }

    private static int endOfName(String text, int from) {
        int end = from;
        while (end < text.length() && Character.isJavaIdentifierPart(text.charAt(end))) {
            end++;
        }
        return end;
    }

    String jdbc() {
        return jdbc;
    }

    List<Integer> positions(String name) {
        List<Integer> found = positions.get(name);
        if (found == null) {
            throw new IllegalArgumentException("no parameter :" + name + " in: " + jdbc);
        }
        return found;
    }

    /** The text as it was written. */
    @Override
    public String toString() {
        return text;
    }
}
