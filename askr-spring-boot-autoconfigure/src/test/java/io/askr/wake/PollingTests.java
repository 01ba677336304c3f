package io.askr.wake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PollingTests {

    private static final long MS = 1_000_000;

    private final Polling polling = new Polling(WatcherSettings.defaults());

    @Test
    void looksEachMillisecondWhileCommitsCome() {
        long now = System.nanoTime();
        assertThat(polling.next(true, now)).isBetween(MS * 7 / 8, MS);
        assertThat(polling.next(false, now + 900 * MS)).isBetween(MS * 7 / 8, MS);
    }

    @Test
    void growsToItsLongestWhenQuietAndComesBackAtOnce() {
        long now = System.nanoTime();
        polling.next(true, now);
        long longest = 0;
        for (int look = 0; look < 500; look++) {
            long next = polling.next(false, now + 1001 * MS + look);
            assertThat(next).isBetween(MS * 7 / 8, 20 * MS);
            longest = Math.max(longest, next);
        }
        assertThat(longest).isGreaterThan(18 * MS);
        assertThat(polling.next(true, now + 2000 * MS)).isLessThanOrEqualTo(MS);
    }

    @Test
    void intervalsThatMakeNoSenseAreRefused() {
        Duration ms = Duration.ofMillis(1);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> settings(Duration.ZERO, ms, ms))
                .withMessageContaining("pollInterval");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> settings(Duration.ofMillis(2), ms, ms))
                .withMessageContaining("idleInterval");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> settings(ms, ms, Duration.ZERO))
                .withMessageContaining("safetyInterval");
    }

    private static WatcherSettings settings(Duration poll, Duration idle, Duration safety) {
        return new WatcherSettings(WatchStrategy.AUTO, poll, idle, idle, safety, idle, Set.of());
    }
}
