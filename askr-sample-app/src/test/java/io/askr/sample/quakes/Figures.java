package io.askr.sample.quakes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.util.Map;
import java.util.stream.Collectors;

/** What the week's feed truly holds, counted by other means than this app. */
final class Figures {

    static final int QUAKES = 1707;
    static final int STRONG = 85;
    static final double GREATEST = 6.4;

    private Figures() {}

    static void assertWholeWeek(QuakeStats stats) {
        assertThat(stats.total()).isEqualTo(QUAKES);
        assertThat(stats.strong()).isEqualTo(STRONG);
        assertThat(stats.greatest()).isEqualTo(GREATEST);
        assertThat(byNet(stats))
                .containsOnly(
                        entry("ci", 386L),
                        entry("nc", 370L),
                        entry("ak", 297L),
                        entry("nn", 260L),
                        entry("us", 168L),
                        entry("pr", 62L),
                        entry("uw", 51L),
                        entry("hv", 46L),
                        entry("uu", 33L),
                        entry("mb", 28L),
                        entry("nm", 5L),
                        entry("se", 1L));
        assertThat(stats.caughtUp()).isTrue();
    }

    private static Map<String, Long> byNet(QuakeStats stats) {
        return stats.regions().stream().collect(Collectors.toMap(QuakeStats.Region::net, QuakeStats.Region::count));
    }
}
