package io.askr.sample.quakes;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PaceTests {

    @Test
    void stepsAreSpreadOverTheSecond() {
        Pace pace = Pace.of(10);

        assertThat(pace.untilNext()).isLessThanOrEqualTo(0);
        assertThat(pace.untilNext()).isBetween(1L, 100_000_000L);
        pace.untilNext();
        assertThat(pace.untilNext()).isBetween(100_000_000L, 300_000_000L);
    }

    @Test
    void zeroNeverWaits() {
        Pace pace = Pace.of(0);

        assertThat(pace.untilNext()).isLessThanOrEqualTo(0);
        assertThat(pace.untilNext()).isLessThanOrEqualTo(0);
    }
}
