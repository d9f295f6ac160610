package dev.ibportal.types;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EnrolmentTokenTest {
    private static final String FINGERPRINT = "0123456789abcdef".repeat(4);
    private static final String SECRET = "Abcdefghijklmnopqrstuvwxyz-_0123456789ABCDE";

    @Test
    void isReadBackFromItsText() {
        var token = new EnrolmentToken(FINGERPRINT, SECRET);
        assertThat(EnrolmentToken.parse(" " + token.text() + "\n")).isEqualTo(token);
    }

    @Test
    void keepsTheSecretOutOfLogs() {
        assertThat(new EnrolmentToken(FINGERPRINT, SECRET).toString()).doesNotContain(SECRET);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "ibportal1", "ibportal1..", "ibportal2.@.#", "ibportal1.@.#x", "ibportal1.@ .#", "@.#"})
    void refusesOtherTextWithoutRepeatingIt(String form) {
        String text = form.replace("@", FINGERPRINT).replace("#", SECRET);
        assertThatThrownBy(() -> EnrolmentToken.parse(text))
                .isInstanceOf(InvalidValueException.class)
                .hasMessageContaining("ibportal1.<64 hex digits>.<43 characters>")
                .hasMessageNotContaining(SECRET);
    }
}
