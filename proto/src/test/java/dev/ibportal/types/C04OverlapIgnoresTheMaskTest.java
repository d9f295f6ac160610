package dev.ibportal.types;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class C04OverlapIgnoresTheMaskTest {
    private static final IpRange A = IpRange.parse("10.77.30.100/24 - 10.77.30.200/24");

    @ParameterizedTest
    @CsvSource({
        "10.77.30.123/26 - 10.77.30.124/26, true",
        "10.77.30.201/24 - 10.77.30.210/24, false",
        "10.77.30.90/24 - 10.77.30.100/24, true",
        "10.77.30.0/25, true",
        "10.77.30.0/26, false"
    })
    void overlap(String text, boolean overlaps) {
        IpRange other = IpRange.parse(text);
        assertThat(A.overlaps(other)).isEqualTo(overlaps);
        assertThat(other.overlaps(A)).isEqualTo(overlaps);
    }
}
