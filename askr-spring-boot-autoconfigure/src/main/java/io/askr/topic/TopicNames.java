package io.askr.topic;

/**
 * Which names channels and subscribers may bear.
 *
 * @since 0.1.0
 */
public final class TopicNames {

    private static final int MAX_LENGTH = 255;
    private static final String PUNCTUATION = "._-:/@=,;+#";

    private TopicNames() {}

    /**
     * Checks a channel's name before something is published there.
     *
     * @param name 1 to 255 ASCII letters, digits and {@code . _ - : / @ = , ; + #}
     * @return the name
     * @throws IllegalArgumentException naming the character, its position and the remedy
     */
    public static String requireChannel(String name) {
        return require("channel", name);
    }

    /**
     * Checks a subscriber's name by the same rule.
     *
     * @param name 1 to 255 ASCII letters, digits and {@code . _ - : / @ = , ; + #}
     * @return the name
     * @throws IllegalArgumentException naming the character, its position and the remedy
     */
    public static String requireSubscriber(String name) {
        return require("subscriber", name);
    }

    @SuppressWarnings("ConstantValue")
    private static String require(String kind, String name) {
        if (name == null || name.isEmpty()) {
            throw new IllegalArgumentException(
                    "the " + kind + " name is " + (name == null ? "null" : "empty") + "; " + remedy());
        }
        for (int at = 0; at < name.length(); at++) {
            if (!allowed(name.charAt(at))) {
                int character = name.codePointAt(at);
                throw new IllegalArgumentException(
                        "the %s name \"%s\" has the character '%s' (U+%04X) at position %d (counted from 0); %s"
                                .formatted(kind, name, Character.toString(character), character, at, remedy()));
            }
        }
        if (name.length() > MAX_LENGTH) {
            throw new IllegalArgumentException("the %s name \"%s…\" has %d characters; %s"
                    .formatted(kind, name.substring(0, 40), name.length(), remedy()));
        }
        return name;
    }

    private static boolean allowed(char c) {
        return (c >= 'a' && c <= 'z')
                || (c >= 'A' && c <= 'Z')
                || (c >= '0' && c <= '9')
                || PUNCTUATION.indexOf(c) >= 0;
    }

    private static String remedy() {
        return "use 1 to 255 ASCII letters, digits and . _ - : / @ = , ; + #";
    }
}
