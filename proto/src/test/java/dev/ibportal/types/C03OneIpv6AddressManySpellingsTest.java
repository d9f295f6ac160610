package dev.ibportal.types;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class C03OneIpv6AddressManySpellingsTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "FD00:77:0:5:0:0:0:A",
                "fd00:77:0:5::a",
                "fd00:0077:0000:0005:0000:0000:0000:000a",
                "fd00:77:0:5::0.0.0.10",
                "fd00:77:0:5:0::a"
            })
    void isOneAddress(String text) {
        assertThat(IpAddress.parse(text)).hasToString("fd00:77:0:5::a").isEqualTo(IpAddress.parse("fd00:77:0:5::a"));
    }

    @Test
    void isOnePrefix() {
        IpPrefix pool = IpPrefix.parse("fd00:0077:0000:0005::/64");
        assertThat(pool).hasToString("fd00:77:0:5::/64").isEqualTo(IpPrefix.parse("fd00:77::5:0:0:0:0/64"));
    }
}
