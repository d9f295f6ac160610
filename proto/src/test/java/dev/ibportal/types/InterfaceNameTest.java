package dev.ibportal.types;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class InterfaceNameTest {
    @ParameterizedTest
    @CsvSource({"ib0, 0x000a, ib0.800a", "ib0, 0x8005, ib0.8005", "ibp129s0f1, 0x7ffe, ibp129s0f1.fffe"})
    void childIsParentAndFullPKey(String parent, String pkey, String child) {
        assertThat(new InterfaceName(parent).child(PKey.parse(pkey))).hasToString(child);
    }

    @Test
    void aParentWithoutRoomNamesBothLengths() {
        assertThatThrownBy(() -> new InterfaceName("ibp129s0f1d1").child(PKey.parse("0x8001")))
                .isInstanceOf(InvalidValueException.class)
                .hasMessageContaining("ibp129s0f1d1.8001")
                .hasMessageContaining("17 characters, at most 15")
                .hasMessageContaining("has 12, at most 10");
    }

    @Test
    void aNameOfSixteenCharactersNamesBothLengths() {
        assertThatThrownBy(() -> new InterfaceName("abcdefghijklmnop"))
                .hasMessageContaining("16 characters, at most 15");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", "..", "-ib0", "ib 0", "ib0/x", "ib0;x", "ib0\n", "ïb0", "ib0:1", "$(x)"})
    void refusesWhatMustNotGetNearAFile(String text) {
        assertThatThrownBy(() -> new InterfaceName(text)).isInstanceOf(InvalidValueException.class);
    }
}
