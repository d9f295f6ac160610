package dev.ibportal.portal.ipam.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.testing.Gen;
import dev.ibportal.testing.Property;
import dev.ibportal.types.IpAddress;
import dev.ibportal.types.IpRange;
import java.math.BigInteger;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Held against the naive model: a set that lists each address. */
class AddressSetTest {
    private static final int TRIES = 2000;

    /** The edges of the whole address space, where one step further would wrap around. */
    private static final List<IpAddress> BASES = List.of(
            IpAddress.parse("0.0.0.0"),
            IpAddress.parse("10.77.0.250"),
            IpAddress.parse("255.255.255.224"),
            IpAddress.parse("::"),
            IpAddress.parse("fd00::ffff:ffff:ffff:fff8"),
            IpAddress.parse("ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffe0"));

    record Sample(IpAddress base, List<Integer> a, List<Integer> b) {}

    private static final Gen<Sample> SAMPLES = random -> {
        Gen<List<Integer>> ends = Gen.lists(Gen.ints(0, 31), 0, 10);
        return new Sample(Gen.oneOf(BASES).make(random), ends.make(random), ends.make(random));
    };

    @Test
    void joinsWhatOverlapsAndTouches() {
        Property.forAll(TRIES, SAMPLES, sample -> {
            AddressSet set = AddressSet.of(ranges(sample.base, sample.a));

            assertThat(listed(set)).isEqualTo(naive(ranges(sample.base, sample.a)));
            assertApart(set);
        });
    }

    @Test
    void takesAway() {
        Property.forAll(TRIES, SAMPLES, sample -> {
            AddressSet left =
                    AddressSet.of(ranges(sample.base, sample.a)).minus(AddressSet.of(ranges(sample.base, sample.b)));

            SortedSet<IpAddress> expected = naive(ranges(sample.base, sample.a));
            expected.removeAll(naive(ranges(sample.base, sample.b)));
            assertThat(listed(left)).isEqualTo(expected);
            assertThat(left.size()).isEqualTo(BigInteger.valueOf(expected.size()));
            assertApart(left);
        });
    }

    @Test
    void keepsOnlyWhatLiesWithin() {
        Property.forAll(TRIES, SAMPLES, sample -> {
            IpRange bounds = new IpRange(sample.base.plus(5), sample.base.plus(20));
            AddressSet within = AddressSet.of(ranges(sample.base, sample.a)).intersect(bounds);

            SortedSet<IpAddress> expected = naive(ranges(sample.base, sample.a));
            expected.retainAll(naive(List.of(bounds)));
            assertThat(listed(within)).isEqualTo(expected);
        });
    }

    @Test
    void aWholeIpv6NetworkIsOneSpan() {
        AddressSet all = AddressSet.of(List.of(IpRange.parse("fd00::/8")));

        assertThat(all.spans()).hasSize(1);
        assertThat(all.size()).isEqualTo(BigInteger.TWO.pow(120));
    }

    @Test
    void familiesDoNotMix() {
        AddressSet both = AddressSet.of(List.of(IpRange.parse("::/120"), IpRange.parse("255.255.255.0/24")));

        assertThat(both.spans()).hasSize(2);
        assertThat(both.minus(AddressSet.of(List.of(IpRange.parse("::/120")))).spans())
                .containsExactly(IpRange.parse("255.255.255.0/24"));
    }

    private static List<IpRange> ranges(IpAddress base, List<Integer> ends) {
        return java.util.stream.IntStream.range(0, ends.size() / 2)
                .mapToObj(i -> new IpRange(
                        base.plus(Math.min(ends.get(2 * i), ends.get(2 * i + 1))),
                        base.plus(Math.max(ends.get(2 * i), ends.get(2 * i + 1)))))
                .toList();
    }

    private static SortedSet<IpAddress> naive(List<IpRange> ranges) {
        SortedSet<IpAddress> all = new TreeSet<>();
        for (IpRange range : ranges) {
            for (long i = 0; i < range.size().longValueExact(); i++) {
                all.add(range.first().plus(i));
            }
        }
        return all;
    }

    private static SortedSet<IpAddress> listed(AddressSet set) {
        return naive(set.spans());
    }

    private static void assertApart(AddressSet set) {
        for (int i = 1; i < set.spans().size(); i++) {
            BigInteger gap = set.spans()
                    .get(i)
                    .first()
                    .toBigInteger()
                    .subtract(set.spans().get(i - 1).last().toBigInteger());
            assertThat(gap).isGreaterThan(BigInteger.ONE);
        }
    }
}
