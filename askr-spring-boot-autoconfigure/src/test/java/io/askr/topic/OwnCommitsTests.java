package io.askr.topic;

import static org.assertj.core.api.Assertions.assertThat;

import io.askr.wake.Commit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OwnCommitsTests {

    private final OwnCommits own = new OwnCommits();

    @BeforeEach
    void look() {
        own.looked(10);
    }

    @Test
    void whatFollowsOnTheLookAndOnEachOtherIsKnown() {
        add("a", 11, 11);
        add("b", 12, 14);
        add("a", 15, 15);
        assertThat(own.known()).isEqualTo(new OwnCommits.Known(15, Map.of("a", 15L, "b", 14L)));
    }

    @Test
    void aGapIsSomebodyElses() {
        add("a", 12, 12);
        assertThat(own.known()).isEqualTo(new OwnCommits.Known(10, Map.of()));
        add("a", 11, 11);
        assertThat(own.known().upTo()).isEqualTo(12);
    }

    @Test
    void aLookIntoTheGapJoinsWhatComesAfterIt() {
        add("a", 12, 13);
        add("b", 15, 15);
        own.looked(11);
        assertThat(own.known()).isEqualTo(new OwnCommits.Known(13, Map.of("a", 13L)));
        own.looked(14);
        assertThat(own.known()).isEqualTo(new OwnCommits.Known(15, Map.of("b", 15L)));
        own.looked(15);
        assertThat(own.known()).isEqualTo(new OwnCommits.Known(15, Map.of()));
    }

    @Test
    void whatIsToldTooLateOrWithoutCertaintyOrBeforeTheFirstLookChangesNothing() {
        add("a", 9, 10);
        add("a", 10, 11);
        own.add(new Commit.Local(Set.of("a"), 11));
        assertThat(own.known()).isEqualTo(new OwnCommits.Known(10, Map.of()));

        own.restart(OwnCommits.UNKNOWN);
        add("a", 0, 0);
        add("a", 11, 11);
        assertThat(own.known()).isEqualTo(new OwnCommits.Known(OwnCommits.UNKNOWN, Map.of()));
    }

    @Test
    void whatNobodyLooksAtIsBounded() {
        for (int n = 0; n < 3 * OwnCommits.MOST_AHEAD; n++) {
            add("ahead", 1000 + 2L * n, 1000 + 2L * n);
        }
        for (long seq = 11; seq < 1000; seq++) {
            add("c" + seq, seq, seq);
        }
        assertThat(own.known().upTo()).isEqualTo(1000);
        OwnCommits many = new OwnCommits();
        many.looked(0);
        for (long seq = 1; seq < 2L * OwnCommits.MOST_CHANNELS; seq++) {
            many.add(new Commit.Local(Set.of("c" + seq), seq, seq));
        }
        assertThat(many.known().channels()).hasSize(OwnCommits.MOST_CHANNELS);
        assertThat(many.known().upTo()).isEqualTo(OwnCommits.MOST_CHANNELS);
        many.looked(OwnCommits.MOST_CHANNELS);
        assertThat(many.known().upTo()).isGreaterThanOrEqualTo(OwnCommits.MOST_CHANNELS);
    }

    /** A log of ours and others' commits, told of late, out of order or never; whatever is said to be known is so. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
    void whatIsKnownIsTrue(int seed) {
        Random random = new Random(seed);
        List<String> log = new ArrayList<>(Collections.nCopies(11, "before"));
        List<Commit.Local> untold = new ArrayList<>();
        long seen = 10;
        for (int step = 0; step < 20_000; step++) {
            int dice = random.nextInt(10);
            if (dice < 4) {
                long from = log.size();
                String channel = "c" + random.nextInt(5);
                log.addAll(Collections.nCopies(1 + random.nextInt(3), channel));
                untold.add(new Commit.Local(Set.of(channel), log.size() - 1L, from));
            } else if (dice == 4) {
                log.add("c" + random.nextInt(5));
            } else if (dice < 8 && !untold.isEmpty()) {
                Commit.Local told = untold.remove(random.nextInt(untold.size()));
                if (random.nextInt(50) > 0) {
                    own.add(told);
                }
            } else if (dice == 8) {
                OwnCommits.Known known = own.known();
                Map<String, Long> truth = new HashMap<>();
                for (long seq = seen + 1; seq <= known.upTo(); seq++) {
                    truth.put(log.get((int) seq), seq);
                }
                assertThat(known.upTo()).isBetween(seen, log.size() - 1L);
                assertThat(known.channels()).isEqualTo(truth);
                if (random.nextInt(3) == 0) {
                    while (random.nextBoolean() && !untold.isEmpty()) {
                        own.add(untold.remove(random.nextInt(untold.size())));
                    }
                    seen = known.upTo() + random.nextInt((int) (log.size() - known.upTo()));
                    own.looked(seen);
                    seen = Math.max(seen, 10);
                }
            }
        }
    }

    private void add(String channel, long from, long to) {
        own.add(new Commit.Local(Set.of(channel), to, from));
    }
}
