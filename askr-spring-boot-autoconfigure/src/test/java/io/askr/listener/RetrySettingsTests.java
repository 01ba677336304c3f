package io.askr.listener;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RetrySettingsTests {

    @Test
    void waitsGrowUpToTheLongest() {
        RetrySettings settings = new RetrySettings(9, Duration.ofMillis(100), 3, Duration.ofSeconds(1), 0);

        assertThat(IntStream.rangeClosed(1, 5).mapToObj(settings::delayAfter))
                .containsExactly(
                        Duration.ofMillis(100),
                        Duration.ofMillis(300),
                        Duration.ofMillis(900),
                        Duration.ofSeconds(1),
                        Duration.ofSeconds(1));
    }

    @Test
    void theWaitAfterVeryManyAttemptsIsStillTheLongest() {
        RetrySettings settings =
                new RetrySettings(Integer.MAX_VALUE, Duration.ofSeconds(1), 10, Duration.ofDays(100), 0);

        assertThat(settings.delayAfter(Integer.MAX_VALUE)).isEqualTo(Duration.ofDays(100));
    }

    @Test
    void waitsAreSpreadByTheJitter() {
        RetrySettings settings = new RetrySettings(5, Duration.ofMillis(1000), 2, Duration.ofSeconds(30), 0.2);

        assertThat(IntStream.range(0, 200)
                        .mapToObj(n -> settings.delayAfter(1))
                        .distinct()
                        .toList())
                .hasSizeGreaterThan(10)
                .allMatch(delay -> delay.toMillis() >= 800 && delay.toMillis() <= 1200);
    }

    @Test
    void valuesOutOfRangeAreRefusedByName() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RetrySettings(0, Duration.ofMillis(1), 1, Duration.ofMillis(1), 0))
                .withMessage("askr.listener.retry.max-attempts must be at least 1: 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RetrySettings(1, Duration.ofSeconds(2), 1, Duration.ofSeconds(1), 0))
                .withMessageContaining("askr.listener.retry.max-interval");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RetrySettings(1, Duration.ofSeconds(1), 1, Duration.ofSeconds(1), 2))
                .withMessageContaining("askr.listener.retry.jitter");
    }
}
