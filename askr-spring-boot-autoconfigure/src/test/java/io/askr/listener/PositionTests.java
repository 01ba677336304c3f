package io.askr.listener;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PositionTests {

    private final Position position = new Position();

    @Test
    void skipsWhatIsReachedAlready() {
        position.open(10);
        position.skip(8, 20);

        assertThat(position.current()).isEqualTo(20);
        assertThat(position.stored()).isEqualTo(10);
        assertThat(position.isUnstored()).isTrue();
        assertThat(position.isBehind()).isFalse();
    }

    @Test
    void keepsASkipUntilWhatIsBeforeItIsHandled() {
        position.open(10);
        position.skip(12, 20);
        assertThat(position.current()).isEqualTo(10);
        assertThat(position.isBehind()).isTrue();
        position.moveTo(11);
        assertThat(position.current()).isEqualTo(11);
        position.moveTo(12);

        assertThat(position.current()).isEqualTo(20);
        assertThat(position.isBehind()).isFalse();
    }

    @Test
    void joinsSkipsThatFollowEachOther() {
        position.open(10);
        position.skip(12, 20);
        position.skip(20, 30);
        position.moveTo(12);

        assertThat(position.current()).isEqualTo(30);
    }

    @Test
    void neverGoesBackUnlessTheCursorDid() {
        position.open(10);
        position.moveTo(5);
        position.stored(7);
        position.skip(1, 3);
        assertThat(position.current()).isEqualTo(10);

        position.open(2);
        assertThat(position.current()).isEqualTo(2);
        assertThat(position.isBehind()).isFalse();
    }

    @Test
    void whatWasDoneButNotStoredStandsWhenTheCursorIsAsItWasLeft() {
        position.open(10);
        position.moveTo(15);
        position.open(10);
        assertThat(position.current()).isEqualTo(15);

        position.open(12);
        assertThat(position.current()).isEqualTo(12);
    }

    @Test
    void tellsWhoWaitsForAPlaceWhenItIsReached() {
        var reached = position.whenReached(5);
        position.moveTo(4);
        position.announce();
        assertThat(reached).isNotDone();
        position.moveTo(5);
        position.announce();

        assertThat(reached).isCompleted();
    }
}
