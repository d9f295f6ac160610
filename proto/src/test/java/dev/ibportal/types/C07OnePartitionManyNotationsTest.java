package dev.ibportal.types;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class C07OnePartitionManyNotationsTest {
    private static final PKey ALDERMOOR = PKey.parse("0x8021");

    @Test
    void isShownWithBit15Set() {
        assertThat(ALDERMOOR).hasToString("0x8021");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0x0021", "0x21", "0X8021", " 0x8021 "})
    void isTheSamePartition(String text) {
        assertThat(PKey.parse(text)).isEqualTo(ALDERMOOR).hasSameHashCodeAs(ALDERMOOR);
    }

    @ParameterizedTest
    @ValueSource(strings = {"8021", "33", "32801"})
    void isNotReadAsANumber(String text) {
        assertThatThrownBy(() -> PKey.parse(text))
                .isInstanceOf(InvalidValueException.class)
                .hasMessageContaining('"' + text + '"')
                .hasMessageContaining("0x and 1 to 4 hex digits")
                .hasFieldOrPropertyWithValue("code", "pkey.syntax")
                .hasFieldOrPropertyWithValue("offending", text);
    }
}
