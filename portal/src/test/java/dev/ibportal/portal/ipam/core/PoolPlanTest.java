package dev.ibportal.portal.ipam.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ibportal.testing.Gen;
import dev.ibportal.testing.Property;
import dev.ibportal.types.InvalidValueException;
import dev.ibportal.types.IpAddress;
import dev.ibportal.types.IpPrefix;
import dev.ibportal.types.IpRange;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PoolPlanTest {
    @ParameterizedTest
    @CsvSource({
        "10.77.4.6/31,      2, 10.77.4.6 - 10.77.4.7",
        "fd00:77:4::a/127,  2, fd00:77:4::a - fd00:77:4::b",
        "10.77.4.9/32,      1, 10.77.4.9",
        "10.77.4.16/30,     2, 10.77.4.17 - 10.77.4.18",
        "fd00:77:4::8/126,  3, fd00:77:4::9 - fd00:77:4::b",
        "fd00:77:4::8/128,  1, fd00:77:4::8",
    })
    void smallPrefixes(String prefix, int capacity, String span) {
        PoolPlan plan = plan(prefix, null, List.of(), List.of());

        assertThat(plan.capacity()).isEqualTo(BigInteger.valueOf(capacity));
        assertThat(plan.handedOut().spans()).containsExactly(IpRange.parse(span));
    }

    @Test
    void aLargePrefixHasItsWholeCapacity() {
        assertThat(plan("fd00::/8", null, List.of(), List.of()).capacity())
                .isEqualTo(BigInteger.TWO.pow(120).subtract(BigInteger.ONE));
    }

    @Test
    void rangesAreInclusive() {
        PoolPlan plan = plan("10.77.8.0/24", null, List.of("10.77.8.10 - 10.77.8.15"), List.of());

        assertThat(plan.handedOut().spans()).containsExactly(IpRange.parse("10.77.8.10 - 10.77.8.15"));
        assertThat(plan.capacity()).isEqualTo(6);
    }

    @Test
    void exclusionsAndGatewayAreNeverHandedOut() {
        PoolPlan plan = plan(
                "10.77.16.0/20",
                "10.77.16.1",
                List.of(),
                List.of("10.77.16.1 - 10.77.31.31", "10.77.31.128 - 10.77.31.255"));

        assertThat(plan.handedOut().spans()).containsExactly(IpRange.parse("10.77.31.32 - 10.77.31.127"));
        assertThat(plan.capacity()).isEqualTo(96);
    }

    @Test
    void agreesWithCountingOneByOne() {
        Property.forAll(Gen.lists(Gen.ints(0, 63), 12, 12), numbers -> {
            IpAddress base = IpAddress.parse("10.77.30.0");
            List<IpRange> ranges = apart(spans(base, numbers.subList(0, 4)));
            List<IpRange> exclusions = spans(base, numbers.subList(4, 8));
            IpAddress gateway = base.plus(1 + numbers.get(8) % 62);
            List<IpAddress> taken =
                    numbers.subList(9, 12).stream().map(base::plus).toList();
            PoolPlan plan = new PoolPlan(new IpPrefix(base, 26), gateway, ranges, exclusions);

            List<IpAddress> expected = Stream.iterate(1, i -> i < 63, i -> i + 1)
                    .map(base::plus)
                    .filter(a -> ranges.isEmpty() || ranges.stream().anyMatch(r -> r.contains(a)))
                    .filter(a -> exclusions.stream().noneMatch(e -> e.contains(a)) && !a.equals(gateway))
                    .filter(a -> !taken.contains(a))
                    .toList();
            assertThat(listed(plan.free(taken))).isEqualTo(expected);
        });
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            10.77.30.123/26 - 10.77.30.124/26 | overlaps 10.77.30.100 - 10.77.30.200
            10.77.30.90/24 - 10.77.30.100/24  | overlaps 10.77.30.100 - 10.77.30.200
            10.77.30.0/25                     | overlaps 10.77.30.100 - 10.77.30.200
            10.77.31.0 - 10.77.31.5           | does not lie in 10.77.30.0/24
            fd00::1                           | does not lie in 10.77.30.0/24
            """)
    void refusesARange(String range, String message) {
        PoolPlan plan = plan("10.77.30.0/24", null, List.of("10.77.30.100 - 10.77.30.200"), List.of());

        assertThatThrownBy(() -> plan.withRange(IpRange.parse(range)))
                .isInstanceOf(InvalidValueException.class)
                .hasMessageContaining(message);
    }

    @Test
    void aTouchingRangeIsFine() {
        PoolPlan plan = plan("10.77.30.0/24", null, List.of("10.77.30.100 - 10.77.30.200"), List.of());

        assertThat(plan.withRange(IpRange.parse("10.77.30.201 - 10.77.30.210")).capacity())
                .isEqualTo(111);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0.0.0.0/0",
                "127.0.0.0/24",
                "224.1.0.0/16",
                "255.255.255.0/24",
                "::/64",
                "fe80::/64",
                "ff02::/16"
            })
    void refusesWhatIsNotUnicast(String prefix) {
        assertThatThrownBy(() -> plan(prefix, null, List.of(), List.of()))
                .isInstanceOf(InvalidValueException.class)
                .hasMessageContaining(prefix + " cannot be a pool");
    }

    @ParameterizedTest
    @ValueSource(strings = {"10.77.30.0", "10.77.30.255", "10.77.31.1", "fd00::1"})
    void refusesAGatewayThatIsNoAddressOfThePrefix(String gateway) {
        assertThatThrownBy(() -> plan("10.77.30.0/24", gateway, List.of(), List.of()))
                .isInstanceOf(InvalidValueException.class)
                .hasMessageContaining("gateway " + gateway + " is not an address of 10.77.30.0/24");
    }

    private static PoolPlan plan(
            String prefix, @Nullable String gateway, List<String> ranges, List<String> exclusions) {
        return new PoolPlan(
                IpPrefix.parse(prefix),
                gateway == null ? null : IpAddress.parse(gateway),
                ranges.stream().map(IpRange::parse).toList(),
                exclusions.stream().map(IpRange::parse).toList());
    }

    private static List<IpRange> spans(IpAddress base, List<Integer> ends) {
        List<IpRange> spans = new ArrayList<>();
        for (int i = 0; i + 1 < ends.size(); i += 2) {
            int a = ends.get(i);
            int b = ends.get(i + 1);
            spans.add(new IpRange(base.plus(Math.min(a, b)), base.plus(Math.max(a, b))));
        }
        return spans;
    }

    private static List<IpRange> apart(List<IpRange> spans) {
        List<IpRange> kept = new ArrayList<>();
        spans.stream().filter(s -> kept.stream().noneMatch(s::overlaps)).forEach(kept::add);
        return kept;
    }

    private static List<IpAddress> listed(AddressSet set) {
        return set.spans().stream()
                .flatMap(s -> Stream.iterate(s.first(), a -> a.compareTo(s.last()) <= 0, a -> a.plus(1)))
                .toList();
    }
}
