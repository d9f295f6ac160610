package dev.ibportal.types;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DomainNameTest {
    @Test
    void isLowerCaseWithoutAFinalDot() {
        assertThat(DomainName.parse(" Cluster.Example. ").text()).isEqualTo("cluster.example");
        assertThat(DomainName.parse("a").text()).isEqualTo("a");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", "a..b", "-a", "a-", "a b", "a_b", "a;rm", "ü.example", "a\nb"})
    void whatIsNoDomainIsRefused(String text) {
        assertThatExceptionOfType(InvalidValueException.class).isThrownBy(() -> DomainName.parse(text));
    }

    @Test
    void labelsAndNamesHaveALongestLength() {
        String label = "a".repeat(63);
        assertThat(DomainName.parse(label).text()).hasSize(63);
        assertThatExceptionOfType(InvalidValueException.class).isThrownBy(() -> DomainName.parse(label + "a"));
        String long254 = (label + ".").repeat(3) + "a".repeat(62);
        assertThatExceptionOfType(InvalidValueException.class).isThrownBy(() -> DomainName.parse(long254));
    }
}
