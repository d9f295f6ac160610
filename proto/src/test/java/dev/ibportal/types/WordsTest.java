package dev.ibportal.types;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class WordsTest {
    @ParameterizedTest
    @EnumSource
    void membershipIsReadBack(MembershipType type) {
        assertThat(MembershipType.parse(type.text())).isEqualTo(type);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Full", "FULL", "fulll", "f", "", "both", " full"})
    void membershipTakesNoOtherSpelling(String text) {
        assertThatThrownBy(() -> MembershipType.parse(text))
                .hasMessageContaining("neither \"full\" nor \"limited\"")
                .hasFieldOrPropertyWithValue("offending", text);
    }

    @ParameterizedTest
    @EnumSource
    void modeIsReadBack(IpoibMode mode) {
        assertThat(IpoibMode.parse(mode.text())).isEqualTo(mode);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Datagram", "rc", "99", ""})
    void modeTakesNoOtherSpelling(String text) {
        assertThatThrownBy(() -> IpoibMode.parse(text)).hasMessageContaining('"' + text + '"');
    }
}
