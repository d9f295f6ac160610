package dev.ibportal.types;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class C01SmallPrefixesTest {
    @ParameterizedTest
    @CsvSource({
        "10.77.4.6/31, 10.77.4.6, 10.77.4.7, 2",
        "fd00:77:4::a/127, fd00:77:4::a, fd00:77:4::b, 2",
        "10.77.4.9/32, 10.77.4.9, 10.77.4.9, 1",
        "10.77.4.16/30, 10.77.4.17, 10.77.4.18, 2",
        "fd00:77:4::a/128, fd00:77:4::a, fd00:77:4::a, 1",
        "fd00:77:4::c/126, fd00:77:4::d, fd00:77:4::f, 3",
        "10.77.16.0/20, 10.77.16.1, 10.77.31.254, 4094",
        "0.0.0.0/0, 0.0.0.1, 255.255.255.254, 4294967294",
        "fd00::/64, fd00::1, fd00::ffff:ffff:ffff:ffff, 18446744073709551615",
        "::/0, ::1, ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff, 340282366920938463463374607431768211455"
    })
    void usableAddresses(String prefix, String first, String last, String count) {
        IpRange usable = IpPrefix.parse(prefix).usable();
        assertThat(usable.first()).hasToString(first);
        assertThat(usable.last()).hasToString(last);
        assertThat(usable.size()).hasToString(count);
    }
}
