package io.askr.actuate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SqliteVersionTests {

    @ParameterizedTest
    @ValueSource(strings = {"3.7.0", "3.44.5", "3.45.0", "3.50.3", "3.50.6", "3.51.0", "3.51.2"})
    void versionsWithTheFault(String version) {
        assertThat(SqliteVersion.parse(version).canLoseCommitsInWal()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"3.6.23", "3.44.6", "3.44.12", "3.50.7", "3.51.3", "3.52.0", "3.53.4", "4.0.0"})
    void versionsWithoutTheFault(String version) {
        assertThat(SqliteVersion.parse(version).canLoseCommitsInWal()).isFalse();
    }

    @Test
    void somethingElseIsNamed() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SqliteVersion.parse("trunk"))
                .withMessageContaining("trunk");
    }
}
