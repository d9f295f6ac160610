package dev.ibportal.portal.ipam.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ibportal.types.InvalidValueException;
import dev.ibportal.types.IpPrefix;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is excluded, in each way to say it. */
class ExclusionTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            10.77.0.0/24  | 10.77.0.9                | 10.77.0.9                 | 10.77.0.9
            10.77.0.0/24  | 10.77.0.9 - 10.77.0.20   | 10.77.0.9 - 10.77.0.20    | 10.77.0.9 - 10.77.0.20
            10.77.0.0/24  | 10.77.0.64/26 # printers | 10.77.0.64 - 10.77.0.127  | 10.77.0.64 - 10.77.0.127 # printers
            10.77.0.0/24  | first 10                 | 10.77.0.1 - 10.77.0.10    | first 10
            10.77.0.0/24  | last  5#switches         | 10.77.0.250 - 10.77.0.254 | last 5 # switches
            10.77.0.0/31  | first 1                  | 10.77.0.0                 | first 1
            10.77.0.9/32  | last 1                   | 10.77.0.9                 | last 1
            fd00:77::/64  | first 2                  | fd00:77::1 - fd00:77::2   | first 2
            fd00:77::/64  | last 1                   | fd00:77::ffff:ffff:ffff:ffff | last 1
            """)
    void isReadAndToldAgain(String prefix, String text, String span, String told) {
        Exclusion exclusion = Exclusion.parse(text, IpPrefix.parse(prefix));

        assertThat(exclusion.span()).hasToString(span);
        assertThat(exclusion).hasToString(told);
        assertThat(Exclusion.parse(told, IpPrefix.parse(prefix))).isEqualTo(exclusion);
    }

    @ParameterizedTest
    @CsvSource({"first 255", "last 999999999", "first 0", "middle 3", "first", "first -1"})
    void whatCannotBeIsRefused(String text) {
        assertThatThrownBy(() -> Exclusion.parse(text, IpPrefix.parse("10.77.0.0/24")))
                .isInstanceOf(InvalidValueException.class);
    }
}
