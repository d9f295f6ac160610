package dev.ibportal.portal.platform.db;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class WhereTest {
    private static final UUID ONE = new UUID(0, 1);
    private static final UUID TWO = new UUID(0, 2);

    @Test
    void aSingleIdIsComparedSoThatItsPlanIsKept() {
        Where where = Where.ofIds("a.id", List.of(ONE));

        assertThat(where.sql()).isEqualTo(" WHERE (a.id = ?)");
        assertThat(where.values()).containsExactly(ONE);
    }

    @Test
    void severalIdsAreOneValue() {
        Where where = Where.ofIds("a.id", List.of(ONE, TWO));

        assertThat(where.sql()).isEqualTo(" WHERE (a.id = ANY (?))");
        assertThat(where.values()).containsExactly(List.of(ONE, TWO));
    }

    @Test
    void noIdIsNoRow() {
        assertThat(Where.ofIds("a.id", List.of()).sql()).isEqualTo(" WHERE (a.id = ANY (?))");
    }
}
