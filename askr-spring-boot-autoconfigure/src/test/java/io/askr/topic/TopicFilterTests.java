package io.askr.topic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TopicFilterTests {

    @Test
    void aChannelIsTakenLiterally() {
        assertThat(TopicFilter.channel("a*").matches("a*")).isTrue();
        assertThat(TopicFilter.channel("a*").matches("ab")).isFalse();
        assertThat(TopicFilter.channels("a", "b").matches("b")).isTrue();
        assertThat(TopicFilter.channels("a", "b").matches("c")).isFalse();
    }

    @Test
    void aPatternCrossesDots() {
        TopicFilter orders = TopicFilter.pattern("orders.*");
        assertThat(orders.matches("orders.eu.placed")).isTrue();
        assertThat(orders.matches("orders")).isFalse();
        assertThat(orders.matches("Orders.placed")).isFalse();
    }

    @Test
    void underscoreAndPercentAreNoWildcards() {
        assertThat(TopicFilter.pattern("a_c*").matches("abc")).isFalse();
        assertThat(TopicFilter.pattern("a%*").matches("abc")).isFalse();
    }

    @Test
    void aPatternWithoutWildcardIsAName() {
        TopicFilter filter = TopicFilter.pattern("orders");
        assertThat(filter).isEqualTo(TopicFilter.channel("orders"));
        assertThat(filter.patternCount()).isZero();
    }

    @Test
    void namesAndPatternsMix() {
        TopicFilter filter = TopicFilter.of("orders.*", "payments", "audit.?", "payments");
        assertThat(filter.matches("orders.x")).isTrue();
        assertThat(filter.matches("payments")).isTrue();
        assertThat(filter.matches("audit.1")).isTrue();
        assertThat(filter.matches("audit.12")).isFalse();
        assertThat(filter).hasToString("payments, orders.*, audit.?");
        assertThat(filter.nameCount()).isEqualTo(1);
    }

    @Test
    void nothingEmptyAndTooMuchAreRefused() {
        assertThatIllegalArgumentException().isThrownBy(TopicFilter::of).withMessageContaining("no channel");
        assertThatIllegalArgumentException().isThrownBy(() -> TopicFilter.channel(""));
        assertThatIllegalArgumentException().isThrownBy(() -> TopicFilter.pattern("*".repeat(1001)));
        String[] many = IntStream.rangeClosed(0, 500).mapToObj(n -> "c" + n).toArray(String[]::new);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TopicFilter.channels(many))
                .withMessageContaining("501")
                .withMessageContaining("pattern");
    }
}
