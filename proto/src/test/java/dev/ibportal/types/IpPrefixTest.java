package dev.ibportal.types;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ibportal.testing.Gen;
import dev.ibportal.testing.Property;
import inet.ipaddr.IPAddressString;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IpPrefixTest {
    private static final Gen<InterfaceAddress> ADDRESSES = random -> random.nextBoolean()
            ? new InterfaceAddress(IpAddress.ipv4(random.nextLong() >>> 32), random.nextInt(33))
            : new InterfaceAddress(
                    new IpAddress(IpFamily.IPV6, random.nextLong(), random.nextLong()), random.nextInt(129));

    @ParameterizedTest
    @CsvSource({
        "10.77.30.5/24, 10.77.30.0/24",
        "10.77.4.7/31, 10.77.4.6/31",
        "10.0.0.1/0, 0.0.0.0/0",
        "fd00:77::1/64, fd00:77::/64",
        "fd00:77::1:0:0:0:1/65, fd00:77:0:1::/65"
    })
    void hostBitsAreRefusedAndTheRightPrefixIsNamed(String text, String right) {
        assertThatThrownBy(() -> IpPrefix.parse(text))
                .isInstanceOf(InvalidValueException.class)
                .hasMessageContaining(right)
                .hasFieldOrPropertyWithValue("code", "prefix.host-bits");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "10.0.0.0",
                "10.0.0.0/",
                "10.0.0.0/33",
                "10.0.0.0/-1",
                "10.0.0.0/+8",
                "10.0.0.0/08",
                "10.0.0.0/8/8",
                "10.0.0.0/255.0.0.0",
                "fd00::/129",
                "/8",
                "10/8",
                "10.0.0.0 /8x",
                "10.0.0.0/９"
            })
    void refusesEverythingElse(String text) {
        assertThatThrownBy(() -> IpPrefix.parse(text)).isInstanceOf(InvalidValueException.class);
    }

    @Test
    void agreesWithTheOracle() {
        Property.forAll(5000, ADDRESSES, address -> {
            IpPrefix network = address.network();
            var oracle = new IPAddressString(address.toString()).getAddress().toPrefixBlock();
            assertThat(network).hasToString(oracle.toCanonicalString());
            assertThat(network.lastAddress())
                    .hasToString(oracle.getUpper().withoutPrefixLength().toCanonicalString());
            assertThat(network.contains(address.address())).isTrue();
            assertThat(IpPrefix.parse(network.toString())).isEqualTo(network);
            assertThat(network.range().contains(network.usable())).isTrue();
        });
    }

    @Test
    void twoPrefixesAreApartOrOneHoldsTheOther() {
        IpPrefix wide = IpPrefix.parse("10.77.0.0/16");
        IpPrefix narrow = IpPrefix.parse("10.77.30.0/24");
        assertThat(wide.contains(narrow)).isTrue();
        assertThat(narrow.contains(wide)).isFalse();
        assertThat(narrow.overlaps(wide)).isTrue();
        assertThat(narrow.overlaps(IpPrefix.parse("10.77.31.0/24"))).isFalse();
        assertThat(IpPrefix.parse("::/0").overlaps(IpPrefix.parse("0.0.0.0/0"))).isFalse();
    }

    @Test
    void anInterfaceAddressKeepsItsHostBits() {
        InterfaceAddress address = InterfaceAddress.parse(" 10.77.60.5/24 ");
        assertThat(address).hasToString("10.77.60.5/24");
        assertThat(address.network()).hasToString("10.77.60.0/24");
    }
}
