package dev.ibportal.types;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DisplayNameTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "O'Brae & \"Söhne\" <b>x</b> {pool.size} ${7*7}",
                "Kiln & Co; #1 = ALL, full",
                "10gate",
                "Ünal-Labor",
                "研究所 一",
                " =1",
                "a👩‍🔬b"
            })
    void isKeptAsTyped(String text) {
        assertThat(new DisplayName(text).text()).isEqualTo(text);
    }

    @Test
    void isStoredInNfc() {
        assertThat(new DisplayName("U\u0308nal")).isEqualTo(new DisplayName("Ünal"));
    }

    @ParameterizedTest
    @CsvSource({"ÜNAL, ünal", "Straße, STRASSE", "' Kiln  Co ', kiln co", "ΣΊΣΥΦΟΣ, Σίσυφος"})
    void namesThatDifferInCaseOrBlanksAreTheSame(String one, String other) {
        assertThat(new DisplayName(one).key()).isEqualTo(new DisplayName(other).key());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"two\nlines", "a\tb", "a\u0000b", "a\u0085b", "a\u2028b", "a\u202eb", "a\u2066b", "a\ud800"})
    void refusesWhatCannotBeShown(String text) {
        assertThatThrownBy(() -> new DisplayName(text))
                .isInstanceOf(InvalidValueException.class)
                .hasMessageContaining("control character");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Phys\u200bics", "Physics\u2060", "\ufeffPhysics", "Phys\u00adics", "Phys\u200dics", "Phys\u200cics",
                "Phys\ufe0fics", "Physics\u3164", "Phys\u180eics", "Physics\udb40\udc41", "Phys\u034fics",
                        "\u200e\u200f"
            })
    void refusesWhatNobodySees(String text) {
        assertThatThrownBy(() -> new DisplayName(text))
                .isInstanceOf(InvalidValueException.class)
                .hasMessageContaining("invisible character U+");
    }

    @ParameterizedTest
    @ValueSource(strings = {"می\u200cخواهم", "क्\u200dष", "❤\ufe0f\u200d🔥", "👩🏽\u200d🔬"})
    void keepsJoinersWhereWritingNeedsThem(String text) {
        assertThat(new DisplayName(text).text()).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({
        "Ｐｈｙｓｉｃｓ, Physics",
        "oﬃce, office",
        "Ｐ１, p1",
        "❤\ufe0f, ❤",
        "می\u200cخواهم, میخواهم",
        "研究所\u3000一, 研究所 一"
    })
    void namesThatLookTheSameAreTheSame(String one, String other) {
        assertThat(new DisplayName(one).key()).isEqualTo(new DisplayName(other).key());
    }

    @Test
    void theMessageShowsAControlCharacterHarmlessly() {
        assertThatThrownBy(() -> new DisplayName("two\nlines")).hasMessageContaining("\"two\\u000alines\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "   ", "\u3000"})
    void refusesBlanks(String text) {
        assertThatThrownBy(() -> new DisplayName(text)).hasMessageContaining("blank");
    }

    @Test
    void lengthIsCountedInCharactersNotInCodeUnits() {
        String longest = "👩".repeat(DisplayName.MAX);
        assertThat(new DisplayName(longest).text()).isEqualTo(longest);
        assertThatThrownBy(() -> new DisplayName(longest + "x")).hasMessageContaining("121 characters, at most 120");
    }
}
