package io.askr.topic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StartPositionTests {

    @Test
    void readsEachForm() {
        assertThat(StartPosition.parse("earliest")).isEqualTo(StartPosition.earliest());
        assertThat(StartPosition.parse(" Latest ")).isEqualTo(StartPosition.latest());
        assertThat(StartPosition.parse("1200")).isEqualTo(StartPosition.afterSeq(1200));
        assertThat(StartPosition.parse("2026-11-30T12:00:00Z"))
                .isEqualTo(StartPosition.since(Instant.parse("2026-11-30T12:00:00Z")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "newest", "-1", "99999999999999999999", "2026-11-30", "12.5"})
    void refusesWhatItDoesNotKnow(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> StartPosition.parse(text))
                .withMessageContaining("\"" + text + "\"")
                .withMessageContaining("earliest, latest, a seq");
    }

    @Test
    void refusesANegativeSeq() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> StartPosition.afterSeq(-1))
                .withMessageContaining("-1");
    }
}
