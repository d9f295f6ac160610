package dev.ibportal.types;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ibportal.testing.Gen;
import dev.ibportal.testing.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IpRangeTest {
    @Test
    void includesBothEnds() {
        IpRange range = IpRange.parse("10.77.8.10 - 10.77.8.15");
        assertThat(range.size()).hasToString("6");
        assertThat(range.contains(IpAddress.parse("10.77.8.10"))).isTrue();
        assertThat(range.contains(IpAddress.parse("10.77.8.15"))).isTrue();
        assertThat(range.contains(IpAddress.parse("10.77.8.16"))).isFalse();
        assertThat(range).hasToString("10.77.8.10 - 10.77.8.15");
    }

    @ParameterizedTest
    @CsvSource({
        "10.0.0.1, 10.0.0.1",
        "10.0.0.1-10.0.0.1, 10.0.0.1",
        "10.0.0.0/30, 10.0.0.0 - 10.0.0.3",
        "fd00::1/64 - fd00::a, fd00::1 - fd00::a"
    })
    void isReadFromSeveralForms(String text, String canonical) {
        assertThat(IpRange.parse(text)).hasToString(canonical);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "10.0.0.2 - 10.0.0.1",
                "10.0.0.1 - fd00::1",
                "10.0.0.1 -",
                "- 10.0.0.1",
                "10.0.0.1 - 10.0.0.2 - 10.0.0.3",
                "10.0.0.1/33 - 10.0.0.2",
                "10.0.0.1/24",
                ""
            })
    void refusesEverythingElse(String text) {
        assertThatThrownBy(() -> IpRange.parse(text)).isInstanceOf(InvalidValueException.class);
    }

    @Test
    void overlapMeansACommonAddress() {
        Property.forAll(Gen.lists(Gen.ints(0, 20), 4, 4), ends -> {
            IpRange one = range(ends.get(0), ends.get(1));
            IpRange two = range(ends.get(2), ends.get(3));
            boolean common = false;
            for (int i = 0; i <= 20; i++) {
                IpAddress address = IpAddress.ipv4(i);
                common |= one.contains(address) && two.contains(address);
            }
            assertThat(one.overlaps(two)).isEqualTo(common);
            assertThat(one.intersection(two)).isEqualTo(two.intersection(one));
        });
    }

    private static IpRange range(int a, int b) {
        return new IpRange(IpAddress.ipv4(Math.min(a, b)), IpAddress.ipv4(Math.max(a, b)));
    }
}
