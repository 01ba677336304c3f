package io.askr.jdbc;

import java.util.Arrays;

/** A version of SQLite, for comparing. */
record SqliteVersion(int major, int minor, int patch) implements Comparable<SqliteVersion> {

    static SqliteVersion parse(String text) {
        int[] parts = Arrays.copyOf(
                Arrays.stream(text.split("\\."))
                        .mapToInt(part -> Integer.parseInt(part.replaceAll("\\D.*", "")))
                        .toArray(),
                3);
        return new SqliteVersion(parts[0], parts[1], parts[2]);
    }

    boolean canLoseCommits() {
        boolean faulty = compareTo(new SqliteVersion(3, 7, 0)) >= 0 && compareTo(new SqliteVersion(3, 51, 3)) < 0;
        return faulty && !isMended(50, 7) && !isMended(44, 6);
    }

    private boolean isMended(int line, int from) {
        return major == 3 && minor == line && patch >= from;
    }

    @Override
    public int compareTo(SqliteVersion other) {
        int byMajor = Integer.compare(major, other.major);
        int byMinor = Integer.compare(minor, other.minor);
        return byMajor != 0 ? byMajor : byMinor != 0 ? byMinor : Integer.compare(patch, other.patch);
    }
}
