package dev.ibportal.types;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ibportal.testing.Gen;
import dev.ibportal.testing.Property;
import inet.ipaddr.IPAddressString;
import java.math.BigInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IpAddressTest {
    private static final Gen<Long> HALVES = random -> switch (random.nextInt(4)) {
        case 0 -> 0L;
        case 1 -> -1L;
        case 2 -> (long) random.nextInt(0x10000) << (16 * random.nextInt(4));
        default -> random.nextLong();
    };

    private static final Gen<IpAddress> ADDRESSES = random -> random.nextInt(3) == 0
            ? IpAddress.ipv4(random.nextLong() >>> 32)
            : new IpAddress(IpFamily.IPV6, HALVES.make(random), HALVES.make(random));

    @ParameterizedTest
    @CsvSource({
        "::, ::",
        "0:0:0:0:0:0:0:1, ::1",
        "2001:DB8::, 2001:db8::",
        "2001:db8:0:1:1:1:1:1, 2001:db8:0:1:1:1:1:1",
        "2001:db8:0:0:1:0:0:1, 2001:db8::1:0:0:1",
        "2001:0:0:1:0:0:0:1, 2001:0:0:1::1",
        "1:0:0:0:0:0:0:0, 1::",
        "::1:2:3:4:5:6:7, 0:1:2:3:4:5:6:7",
        "fd00::10.1.2.3, fd00::a01:203",
        "1:2:3:4:5:6:10.1.2.3, 1:2:3:4:5:6:a01:203",
        "' 10.77.0.9 ', 10.77.0.9",
        "255.255.255.255, 255.255.255.255",
        "0.0.0.0, 0.0.0.0"
    })
    void isPrintedInOneForm(String text, String canonical) {
        assertThat(IpAddress.parse(text)).hasToString(canonical);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "10.1",
                "10.1.2",
                "10.1.2.3.4",
                "010.0.0.1",
                "10.0.0.01",
                "0x0a000001",
                "167772161",
                "10.0.0.256",
                "10.0.0.-1",
                "10.0.0.+1",
                "10..0.1",
                "10.0.0.1.",
                "10.0.0.1/24",
                "１０.0.0.1",
                "localhost",
                "10.0.0.1 x",
                ":",
                ":::",
                "1::2::3",
                "1:2:3:4:5:6:7",
                "1:2:3:4:5:6:7:8:9",
                "1:2:3:4:5:6:7::8",
                "12345::",
                "g::",
                "fe80::1%ib0",
                "::1.2.3",
                "::1.2.3.04",
                "1.2.3.4::",
                "1:2:3:4:5:6:7:1.2.3.4",
                ":1:2:3:4:5:6:7",
                "[::1]",
                "::ffff:10.0.0.1",
                "::ffff:a00:1"
            })
    void refusesEverythingElse(String text) {
        assertThatThrownBy(() -> IpAddress.parse(text))
                .isInstanceOf(InvalidValueException.class)
                .hasMessageContaining("is not an IP address")
                .hasFieldOrPropertyWithValue("offending", text);
    }

    @Test
    void agreesWithTheOracleAndIsReadBack() {
        Property.forAll(5000, ADDRESSES, address -> {
            String text = address.toString();
            assertThat(new IPAddressString(text).getAddress().toCanonicalString())
                    .isEqualTo(text);
            if (!new IPAddressString(text).getAddress().isIPv4Convertible() || address.family() == IpFamily.IPV4) {
                assertThat(IpAddress.parse(text)).isEqualTo(address);
            }
        });
    }

    @Test
    void ordersLikeNumbersWithIpv4First() {
        Property.forAll(Gen.lists(ADDRESSES, 2, 2), pair -> {
            IpAddress one = pair.get(0);
            IpAddress two = pair.get(1);
            int expected = one.family() == two.family()
                    ? one.toBigInteger().compareTo(two.toBigInteger())
                    : one.family().compareTo(two.family());
            assertThat(Integer.signum(one.compareTo(two))).isEqualTo(expected);
        });
    }

    @Test
    void addsAndTakesAway() {
        Property.forAll(ADDRESSES, address -> {
            BigInteger last = BigInteger.TWO.pow(address.family().bits()).subtract(BigInteger.ONE);
            BigInteger toLast = last.subtract(address.toBigInteger());
            assertThat(address.plus(toLast).toBigInteger()).isEqualTo(last);
            assertThat(address.plus(toLast).plus(toLast.negate())).isEqualTo(address);
        });
    }

    @Test
    void doesNotWrapAroundAtTheEnds() {
        assertThatThrownBy(() -> IpAddress.parse("255.255.255.255").plus(1)).isInstanceOf(ArithmeticException.class);
        assertThatThrownBy(() -> IpAddress.parse("::").plus(-1)).isInstanceOf(ArithmeticException.class);
    }

    @Test
    void anIpv4AddressHas32Bits() {
        assertThatThrownBy(() -> IpAddress.ipv4(1L << 32)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> IpAddress.ipv4(-1)).isInstanceOf(IllegalArgumentException.class);
    }
}
