package io.askr.wake;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RapidLooksTests {

    private static final long MS = 1_000_000;

    private final RapidLooks rapid = new RapidLooks();
    private final long start = System.nanoTime() + 1000 * MS;

    @Test
    void fewEventsAreFollowed() {
        for (int event = 0; event < 2000; event++) {
            assertThat(rapid.event(start + event * 3 * MS)).isFalse();
        }
    }

    @Test
    void manyAreNotUntilCommitsAreRare() {
        int event = 0;
        while (!rapid.event(start + event * MS)) {
            event++;
        }
        assertThat(event).isEqualTo(RapidLooks.MOST_EVENTS);
        assertThat(rapid.active()).isTrue();

        long now = start + event * MS;
        for (int look = 0; look < 500; look++) {
            now += MS;
            assertThat(rapid.over(true, now)).isFalse();
        }
        int quiet = 0;
        while (!rapid.over(false, now)) {
            now += MS;
            quiet++;
        }
        assertThat(quiet).isBetween(100, 210);
        assertThat(rapid.active()).isFalse();
        assertThat(rapid.event(now + MS)).isFalse();
    }
}
