package io.askr.wake;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RelooksTests {

    private static final long MS = 1_000_000;

    private final Relooks relooks = new Relooks();
    private final long event = System.nanoTime();

    @Test
    void stepsGrowUntilTheWindowEnds() {
        relooks.begin(event);
        long now = event;
        int looks = 0;
        int late = 0;
        relooks.looked(false, now);
        while (relooks.active()) {
            assertThat(relooks.step(now)).as("at %d us", (now - event) / 1000).isPositive();
            now += relooks.step(now);
            if (now - event <= Relooks.WINDOW) {
                looks++;
            } else {
                late++;
            }
            relooks.looked(false, now);
        }
        assertThat(now - event).isBetween(Relooks.PATIENCE, 2 * Relooks.PATIENCE);
        assertThat(looks).isBetween(10, 40);
        assertThat(late).as("looks after the window").isBetween(5, 12);
    }

    @Test
    void aFindEndsThemUnlessItMayBeTheCommitBefore() {
        relooks.begin(event);
        relooks.looked(true, event);
        assertThat(relooks.active()).isTrue();
        assertThat(relooks.step(event)).isEqualTo(MS);
        relooks.looked(false, event + MS);
        assertThat(relooks.active()).isTrue();
        relooks.looked(true, event + 2 * MS);
        assertThat(relooks.active()).isFalse();
    }

    @Test
    void aCommitThatTakesLongIsFoundAllTheSame() {
        relooks.begin(event);
        for (long at = 0; at < 900 * MS; at += 30 * MS) {
            relooks.looked(false, event + at);
        }
        assertThat(relooks.active()).isTrue();
        relooks.looked(true, event + 900 * MS);
        assertThat(relooks.active()).isFalse();
    }

    @Test
    void anotherEventBeginsAnew() {
        relooks.begin(event);
        relooks.looked(false, event);
        relooks.begin(event + 40 * MS);
        relooks.looked(true, event + 40 * MS);
        relooks.looked(false, event + 60 * MS);
        assertThat(relooks.active()).isTrue();
        relooks.looked(false, event + 91 * MS);
        assertThat(relooks.active()).isFalse();
    }
}
