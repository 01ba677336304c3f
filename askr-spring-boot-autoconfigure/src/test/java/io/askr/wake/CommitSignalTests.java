package io.askr.wake;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class CommitSignalTests {

    private final CommitSignal signal = new CommitSignal();
    private final List<Commit> heard = new ArrayList<>();

    @Test
    void tellsEveryListenerUntilItLeaves() {
        CommitSignal.Subscription subscription = signal.subscribe(heard::add);
        signal.local(Set.of("a"), 7);
        signal.foreign();
        subscription.close();
        subscription.close();
        signal.foreign();

        assertThat(heard).containsExactly(new Commit.Local(Set.of("a"), 7), new Commit.Foreign());
    }

    @Test
    void aListenerThatThrowsKeepsNothingFromTheOthers() {
        signal.subscribe(commit -> {
            throw new IllegalStateException("expected in this test");
        });
        signal.subscribe(heard::add);
        signal.foreign();

        assertThat(heard).hasSize(1);
    }

    @Test
    void oneListenerTwiceLeavesOneByOne() {
        Consumer<Commit> listener = heard::add;
        CommitSignal.Subscription first = signal.subscribe(listener);
        signal.subscribe(listener);
        first.close();
        signal.foreign();

        assertThat(heard).hasSize(1);
    }
}
