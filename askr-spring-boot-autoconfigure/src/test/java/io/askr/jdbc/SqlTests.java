package io.askr.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class SqlTests {

    @Test
    void replacesNamesAndRemembersWhereTheyStood() {
        Sql sql = Sql.of("update t set a = :now, b = :now + :lease where c = :name");
        assertThat(sql.jdbc()).isEqualTo("update t set a = ?, b = ? + ? where c = ?");
        assertThat(sql.positions("now")).containsExactly(1, 2);
        assertThat(sql.positions("lease")).containsExactly(3);
        assertThat(sql.positions("name")).containsExactly(4);
    }

    @Test
    void leavesQuotedTextAlone() {
        assertThat(Sql.of("select 'a:b', ':c' || :d").jdbc()).isEqualTo("select 'a:b', ':c' || ?");
    }

    @Test
    void refusesAParameterThatIsNotThere() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Sql.of("select :a").positions("b"))
                .withMessageContaining(":b")
                .withMessageContaining("select ?");
    }
}
