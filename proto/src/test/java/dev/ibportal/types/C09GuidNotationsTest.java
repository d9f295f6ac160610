package dev.ibportal.types;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class C09GuidNotationsTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "0x02a1f00300c0ffee",
                "02A1F00300C0FFEE",
                "02:a1:f0:03:00:c0:ff:ee",
                "02a1:f003:00c0:ffee",
                "0x2a1f00300c0ffee"
            })
    void isTheSamePort(String text) {
        assertThat(Guid.parse(text)).isEqualTo(new Guid(0x02a1f00300c0ffeeL)).hasToString("0x02a1f00300c0ffee");
    }

    @ParameterizedTest
    @CsvSource({
        "80:00:02:08:fe:80:00:00:00:00:00:00:02:a1:f0:03:00:c0:ff:ee, '8 bytes expected, 20 given'",
        "80:00:02:08:fe:80:00:00:00:00:00:00:02:a1:f0:03:00:c0:ff:ee, not an 8-byte GUID",
        "02:a1:f0:c0:ff:ee, '8 bytes expected, 6 given'",
        "0x02a1f00300c0ffee1, 1 to 16 hex digits",
        "189696555014488046, 16 hex digits",
    })
    void isRefused(String text, String fact) {
        assertThatThrownBy(() -> Guid.parse(text))
                .isInstanceOf(InvalidValueException.class)
                .hasMessageContaining(fact);
    }
}
