package dev.ibportal.types;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class IpRouteTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "10.9.0.0/16",
                "10.9.0.0/16 via 10.1.0.1",
                "10.9.0.0/16 metric 50",
                "10.9.0.0/16 via 10.1.0.1 metric 50",
                "0.0.0.0/0 via 10.1.0.1",
                "fd00:9::/48 via fd00:1::1 metric 1"
            })
    void isPrintedAsItIsRead(String text) {
        assertThat(IpRoute.parse(text).toString()).isEqualTo(text);
        assertThat(IpRoute.parse("  " + text + " ")).isEqualTo(IpRoute.parse(text));
    }

    static Stream<Arguments> refused() {
        return Stream.of(
                Arguments.of("", "is not an address with a prefix length"),
                Arguments.of("10.9.0.1/16", "the network is 10.9.0.0/16"),
                Arguments.of("10.9.0.0/16 via fd00::1", "other address family"),
                Arguments.of("10.9.0.0/16 via", "is not a route"),
                Arguments.of("10.9.0.0/16 through 10.1.0.1", "is not a route"),
                Arguments.of("10.9.0.0/16 metric -1", "is not a route"),
                Arguments.of("10.9.0.0/16 metric 0", "less than 1"),
                Arguments.of("10.9.0.0/16 metric 50 via 10.1.0.1", "is not a route"),
                Arguments.of("10.9.0.0/16 via 10.1.0.1 dev eth0", "is not a route"),
                Arguments.of("10.1.0.1/32 via 10.1.0.1", "the destination itself"));
    }

    @ParameterizedTest
    @MethodSource("refused")
    void whatIsNoRouteIsRefusedWithTheReason(String text, String reason) {
        assertThatExceptionOfType(InvalidValueException.class)
                .isThrownBy(() -> IpRoute.parse(text))
                .withMessageContaining(reason);
    }

    @Test
    void oneWithoutAMetricHasTheSameForBothFamilies() {
        assertThat(IpRoute.parse("10.9.0.0/16").effectiveMetric()).isEqualTo(IpRoute.USUAL_METRIC);
        assertThat(IpRoute.parse("fd00::/64").effectiveMetric()).isEqualTo(IpRoute.USUAL_METRIC);
        assertThat(IpRoute.parse("0.0.0.0/0").isDefault()).isTrue();
        assertThat(IpRoute.parse("0.0.0.0/1").isDefault()).isFalse();
    }
}
