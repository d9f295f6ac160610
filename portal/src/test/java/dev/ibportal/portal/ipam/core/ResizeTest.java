package dev.ibportal.portal.ipam.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ibportal.types.InvalidValueException;
import dev.ibportal.types.IpAddress;
import dev.ibportal.types.IpPrefix;
import dev.ibportal.types.IpRange;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The shape of a pool in another prefix. */
class ResizeTest {
    private static final IpPrefix SMALL = IpPrefix.parse("10.77.0.0/25");
    private static final IpPrefix LARGE = IpPrefix.parse("10.77.0.0/23");

    private static Resize resize(List<String> ranges, List<String> exclusions, IpPrefix to, @Nullable String gateway) {
        IpPrefix prefix = IpPrefix.parse("10.77.0.0/24");
        List<Exclusion> read =
                exclusions.stream().map(text -> Exclusion.parse(text, prefix)).toList();
        PoolPlan present = new PoolPlan(
                prefix,
                null,
                ranges.stream().map(IpRange::parse).toList(),
                read.stream().map(Exclusion::span).toList());
        return Resize.of(present, read, to, gateway == null ? null : IpAddress.parse(gateway));
    }

    @Test
    void aPatternMeansTheNewPrefixAndASpanStays() {
        Resize larger = resize(List.of(), List.of("last 5", "10.77.0.9"), LARGE, null);

        assertThat(larger.exclusions().stream().map(each -> each.span().toString()))
                .containsExactly("10.77.1.250 - 10.77.1.254", "10.77.0.9");
        assertThat(larger.cut())
                .containsExactly("exclusion 10.77.0.250 - 10.77.0.254 becomes 10.77.1.250 - 10.77.1.254");
        assertThat(larger.plan().capacity()).isEqualTo(510 - 6);
    }

    @Test
    void whatLiesOutsideIsCutAndTold() {
        Resize smaller = resize(
                List.of("10.77.0.10 - 10.77.0.200"), List.of("10.77.0.120 - 10.77.0.130", "10.77.0.199"), SMALL, null);

        assertThat(smaller.cut())
                .containsExactly(
                        "range 10.77.0.10 - 10.77.0.200 becomes 10.77.0.10 - 10.77.0.127",
                        "exclusion 10.77.0.120 - 10.77.0.130 becomes 10.77.0.120 - 10.77.0.127",
                        "exclusion 10.77.0.199 goes");
        assertThat(smaller.plan().capacity()).isEqualTo(110);
        assertThat(smaller.lost(Stream.of("10.77.0.10", "10.77.0.121", "10.77.0.126", "10.77.0.200")
                                .map(IpAddress::parse)
                                .toList())
                        .lowest(10))
                .extracting(IpAddress::toString)
                .containsExactly("10.77.0.121", "10.77.0.126", "10.77.0.200");
    }

    @Test
    void whatCannotBeIsRefused() {
        assertThatThrownBy(() -> resize(List.of("10.77.0.200"), List.of(), SMALL, null))
                .isInstanceOf(InvalidValueException.class)
                .hasMessageContaining("none of the pool's ranges");
        assertThatThrownBy(() -> resize(List.of(), List.of(), IpPrefix.parse("fd00:77::/64"), null))
                .isInstanceOf(InvalidValueException.class)
                .hasMessageContaining("keeps its family");
        assertThatThrownBy(() -> resize(List.of(), List.of(), SMALL, "10.77.0.254"))
                .isInstanceOf(InvalidValueException.class)
                .hasMessageContaining("gateway 10.77.0.254");
        assertThatThrownBy(() -> resize(List.of(), List.of("last 200"), SMALL, null))
                .isInstanceOf(InvalidValueException.class)
                .hasMessageContaining("more than 10.77.0.0/25 has");
    }
}
