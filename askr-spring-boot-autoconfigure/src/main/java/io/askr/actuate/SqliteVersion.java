package io.askr.actuate;

/**
 * A version of SQLite.
 *
 * @param major the first number
 * @param minor the second number
 * @param patch the third number
 * @since 0.1.0
 */
public record SqliteVersion(int major, int minor, int patch) implements Comparable<SqliteVersion> {

    private static final SqliteVersion FIRST_WITH_WAL = new SqliteVersion(3, 7, 0);
    private static final SqliteVersion MENDED = new SqliteVersion(3, 51, 3);

    /**
     * Reads what {@code sqlite_version()} returns.
     *
     * @param text such as {@code 3.53.4}
     * @return the version
     * @throws IllegalArgumentException where {@code text} isn't three numbers
     */
    public static SqliteVersion parse(String text) {
        String[] parts = text.split("\\.", -1);
        if (parts.length < 3) {
            throw new IllegalArgumentException("not a version of SQLite: '" + text + "'");
        }
        return new SqliteVersion(Integer.parseInt(parts[0]), Integer.parseInt(parts[1]), Integer.parseInt(parts[2]));
    }

    /**
     * Whether this version can lose committed data in WAL mode when two connections write or checkpoint at the same
     * moment. The fault came with WAL in 3.7.0 and was mended in 3.51.3, and in 3.50.7 and 3.44.6 for their lines.
     *
     * @return whether it has the fault
     */
    public boolean canLoseCommitsInWal() {
        if (compareTo(FIRST_WITH_WAL) < 0 || compareTo(MENDED) >= 0) {
            return false;
        }
        boolean mended = (minor == 50 && patch >= 7) || (minor == 44 && patch >= 6);
        return !mended;
    }

    @Override
    public int compareTo(SqliteVersion other) {
        int order = Integer.compare(major, other.major);
        order = order != 0 ? order : Integer.compare(minor, other.minor);
        return order != 0 ? order : Integer.compare(patch, other.patch);
    }

    @Override
    public String toString() {
        return major + "." + minor + "." + patch;
    }
}
