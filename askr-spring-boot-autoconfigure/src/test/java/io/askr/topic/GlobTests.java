package io.askr.topic;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class GlobTests {

    private static final String[] PATTERN_PARTS = {
        "*", "**", "?", "*?", "[", "]", "^", "-", "[a-c]", "[^a-c]", "[]]", "[^]]", "[]a]", "[a-]", "[-a]", "[a", "[^",
        "[]", "[c-a]", "[a-b-c]", "[ä-ü]", "[*]", "[?]", "[[]", "a", "b", "c", ".", "ä", "木", "😀", "\0", "A", "-"
    };
    private static final String[] TEXT_PARTS = {
        "a", "b", "c", "d", ".", "-", "^", "]", "[", "*", "?", "ä", "ö", "木", "😀", "A", "\0"
    };

    @Test
    void matchesWhatSqliteMatches() throws SQLException {
        Random random = new Random(20261130);
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite::memory:");
                PreparedStatement sqlite = connection.prepareStatement("select ? glob ?")) {
            int matches = 0;
            for (int round = 0; round < 60_000; round++) {
                String pattern = parts(random, PATTERN_PARTS, 6);
                String text = parts(random, TEXT_PARTS, 7);
                boolean expected = glob(sqlite, pattern, text);
                matches += expected ? 1 : 0;
                assertThat(new Glob(pattern).matches(text))
                        .as("'%s' glob '%s'", text, pattern)
                        .isEqualTo(expected);
            }
            assertThat(matches)
                    .as("texts that matched, to know that both outcomes were seen")
                    .isGreaterThan(3_000);
        }
    }

    @Test
    void matchesWhatSqliteMatchesOnChosenCases() throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite::memory:");
                PreparedStatement sqlite = connection.prepareStatement("select ? glob ?")) {
            List<String> patterns = List.of(
                    "orders.*",
                    "*.placed",
                    "*",
                    "?",
                    "[^a-c]*",
                    "[]]",
                    "[^]]",
                    "a[",
                    "a[b",
                    "[a-]",
                    "[--a]",
                    "*[a-c]",
                    "**a",
                    "*?*",
                    "[*]",
                    "[?]x",
                    "",
                    "木*",
                    "[木-本]",
                    "*😀");
            List<String> texts = List.of(
                    "orders.placed",
                    "orders.",
                    "orders",
                    "Orders.placed",
                    "",
                    "]",
                    "a",
                    "a[",
                    "a[b",
                    "-",
                    "xyc",
                    "*",
                    "?x",
                    "木",
                    "本",
                    "x😀",
                    "a\0b");
            for (String pattern : patterns) {
                for (String text : texts) {
                    assertThat(new Glob(pattern).matches(text))
                            .as("'%s' glob '%s'", text, pattern)
                            .isEqualTo(glob(sqlite, pattern, text));
                }
            }
        }
    }

    @Test
    void manyStarsDoNotTakeForEver() {
        assertThat(new Glob("*a*a*a*a*a*a*a*a*a*a*b").matches("a".repeat(2000))).isFalse();
    }

    private static boolean glob(PreparedStatement sqlite, String pattern, String text) throws SQLException {
        sqlite.setString(1, text);
        sqlite.setString(2, pattern);
        try (ResultSet row = sqlite.executeQuery()) {
            row.next();
            return row.getBoolean(1);
        }
    }

    private static String parts(Random random, String[] parts, int most) {
        StringBuilder text = new StringBuilder();
        for (int left = random.nextInt(most + 1); left > 0; left--) {
            text.append(parts[random.nextInt(parts.length)]);
        }
        return text.toString();
    }
}
