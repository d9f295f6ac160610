package dev.ibportal.types;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ibportal.testing.Gen;
import dev.ibportal.testing.Property;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GuidTest {
    @Test
    void isReadBackFromEverySpelling() {
        Property.forAll(Gen.longs().map(value -> value == 0 || value == -1 ? 1L : value), value -> {
            Guid guid = new Guid(value);
            assertThat(Guid.parse(guid.toString())).isEqualTo(guid);
            assertThat(Guid.parse(guid.hex())).isEqualTo(guid);
            assertThat(Guid.parse(" 0X" + Long.toHexString(value).toUpperCase(Locale.ROOT) + "\t"))
                    .isEqualTo(guid);
            assertThat(Guid.parse(guid.hex().replaceAll("(..)(?!$)", "$1:"))).isEqualTo(guid);
            assertThat(Guid.parse(guid.hex().replaceAll("(....)(?!$)", "$1:"))).isEqualTo(guid);
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"0x0", "0x0000000000000000", "0xffffffffffffffff", "ff:ff:ff:ff:ff:ff:ff:ff"})
    void refusesZeroAndAllOnes(String text) {
        assertThatThrownBy(() -> Guid.parse(text))
                .hasMessageContaining("zero and all ones")
                .hasFieldOrPropertyWithValue("code", "guid.reserved");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "0x",
                "2a1f00300c0ffee",
                "0x02a1:f003:00c0:ffee",
                "02a1:f0:0300:c0ff:ee",
                "02-a1-f0-03-00-c0-ff-ee",
                "2:a1:f0:3:0:c0:ff:ee",
                "+2a1f00300c0ffee",
                "0x02a1f00300c0ffeｅ",
                ":02a1:f003:00c0:ffee",
                "02a1:f003:00c0:ffee:"
            })
    void refusesEverythingElse(String text) {
        assertThatThrownBy(() -> Guid.parse(text)).isInstanceOf(InvalidValueException.class);
    }

    @Test
    void sortsAsAnUnsignedNumber() {
        assertThat(Stream.of("0x8000000000000000", "0x1", "0x7fffffffffffffff")
                        .map(Guid::parse)
                        .sorted())
                .map(Guid::toString)
                .containsExactly("0x0000000000000001", "0x7fffffffffffffff", "0x8000000000000000");
    }
}
