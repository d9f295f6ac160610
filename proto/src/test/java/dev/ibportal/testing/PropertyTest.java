package dev.ibportal.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PropertyTest {
    @Test
    void aFailureNamesSeedAndSmallestValue() {
        assertThatThrownBy(() -> Property.forAll(100, 7, Gen.lists(Gen.ints(0, 100), 0, 50), list -> {
                    assertThat(list).allMatch(i -> i < 40);
                }))
                .isInstanceOf(AssertionError.class)
                .hasMessageStartingWith("does not hold for [40] ")
                .hasMessageContaining("-Dibportal.seed=7");
    }

    @Test
    void oneSeedMakesTheSameValues() {
        assertThat(values(3)).isEqualTo(values(3)).isNotEqualTo(values(4));
    }

    @Test
    void whatAlwaysHoldsPasses() {
        assertThatCode(() -> Property.forAll(Gen.ints(5, 6), i -> assertThat(i).isBetween(5, 6)))
                .doesNotThrowAnyException();
    }

    private static List<Long> values(long seed) {
        List<Long> values = new ArrayList<>();
        Property.forAll(10, seed, Gen.longs(), values::add);
        return values;
    }
}
