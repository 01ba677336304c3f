package io.askr.wake;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class UnannouncedCommitsTests {

    private static final long MS = 1_000_000;

    private final UnannouncedCommits commits = new UnannouncedCommits();
    private long now = System.nanoTime();

    @Test
    void commitsThatSlowLooksAloneFindAreProof() {
        commits.event(now);
        look(true);
        for (int commit = 0; commit < UnannouncedCommits.PROOF; commit++) {
            assertThat(commits.proven()).isFalse();
            look(true);
        }
        assertThat(commits.proven()).isFalse();
        look(false);
        assertThat(commits.proven()).isTrue();
    }

    @Test
    void anEventThatCameJustAfterTheLookIsNone() {
        for (int commit = 0; commit < 100; commit++) {
            look(true);
            commits.event(now + 10 * MS);
            commits.looked(WakeSource.EVENT, false, now + 10 * MS);
            commits.looked(WakeSource.EVENT, false, now + 100 * MS);
            look(false);
        }
        assertThat(commits.proven()).isFalse();
    }

    @Test
    void aCommitThatTookLongerThanTheLooksAfterItsEventIsNone() {
        for (int commit = 0; commit < 100; commit++) {
            commits.event(now);
            look(false);
            look(true);
            look(false);
        }
        assertThat(commits.proven()).isFalse();
    }

    @Test
    void anEventOfALaterCommitExcusesNothing() {
        commits.event(now);
        look(true);
        for (int commit = 0; commit < UnannouncedCommits.PROOF; commit++) {
            look(true);
            commits.event(now + 200 * MS);
            commits.looked(WakeSource.EVENT, true, now + 200 * MS);
        }
        assertThat(commits.proven()).isTrue();
    }

    @Test
    void oneInALongTimeIsForgotten() {
        commits.event(now);
        look(true);
        for (int commit = 0; commit < 100; commit++) {
            look(true);
            now += 300_000L * MS;
        }
        assertThat(commits.proven()).isFalse();
    }

    private void look(boolean moved) {
        now += 250 * MS;
        commits.looked(WakeSource.SAFETY, moved, now);
    }
}
