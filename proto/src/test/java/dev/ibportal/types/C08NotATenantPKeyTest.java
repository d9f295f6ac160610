package dev.ibportal.types;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class C08NotATenantPKeyTest {
    @ParameterizedTest
    @CsvSource({
        "0x0000, pkey.zero",
        "0x8000, pkey.zero",
        "0x7fff, pkey.default-partition",
        "0xffff, pkey.default-partition",
        "0x10000, pkey.syntax",
        "0x18022, pkey.syntax",
        "-1, pkey.syntax",
        "-32767, pkey.syntax",
        "0x, pkey.syntax",
        "'', pkey.syntax",
        "0x80g1, pkey.syntax",
        "+0x8022, pkey.syntax",
        "0x8022;0x8023, pkey.syntax",
        "0x８０２２, pkey.syntax",
    })
    void isRefused(String text, String code) {
        assertThatThrownBy(() -> PKey.parse(text))
                .isInstanceOf(InvalidValueException.class)
                .hasFieldOrPropertyWithValue("code", code);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0x7fff", "0xffff"})
    void namesTheDefaultPartition(String text) {
        assertThatThrownBy(() -> PKey.parse(text)).hasMessageContaining("default partition");
        assertThat(PKey.parseAny(text)).isEqualTo(PKey.DEFAULT);
    }

    @Test
    void anAutomaticRangeMayEndAtTheDefaultPartition() {
        assertThat(PKey.parseAny("0xfffd").base()).isEqualTo(0x7ffd);
        assertThat(PKey.parseAny("0xffff").isDefault()).isTrue();
    }
}
