package io.askr.topic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class TopicNamesTests {

    @Test
    void everyAllowedCharacterIsAllowed() {
        String all = "abcxyzABCXYZ0189._-:/@=,;+#";
        assertThat(TopicNames.requireChannel(all)).isEqualTo(all);
        assertThat(TopicNames.requireChannel("a".repeat(255))).hasSize(255);
        assertThat(TopicNames.requireSubscriber("ledger")).isEqualTo("ledger");
    }

    @Test
    void everyOtherAsciiCharacterIsRefused() {
        for (char c = 0; c < 128; c++) {
            if (Character.isLetterOrDigit(c) || "._-:/@=,;+#".indexOf(c) >= 0) {
                continue;
            }
            String name = "ab" + c;
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> TopicNames.requireChannel(name))
                    .withMessageContaining("U+%04X".formatted((int) c))
                    .withMessageContaining("position 2")
                    .withMessageContaining("ASCII letters, digits");
        }
    }

    @Test
    void lettersOfOtherScriptsAreRefusedWhole() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TopicNames.requireChannel("ü"))
                .withMessageContaining("'ü' (U+00FC) at position 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TopicNames.requireChannel("a😀"))
                .withMessageContaining("'😀' (U+1F600) at position 1");
    }

    @Test
    void emptyLongAndNullNamesAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TopicNames.requireChannel(""))
                .withMessageContaining("empty");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TopicNames.requireSubscriber(null))
                .withMessageContaining("subscriber")
                .withMessageContaining("null");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TopicNames.requireChannel("a".repeat(256)))
                .withMessageContaining("256");
    }
}
