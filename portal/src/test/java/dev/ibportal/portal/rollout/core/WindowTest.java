package dev.ibportal.portal.rollout.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ibportal.types.InvalidValueException;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WindowTest {
    /** 2031-05-06 is a Tuesday; Berlin is two hours ahead of UTC then. */
    @ParameterizedTest
    @CsvSource({
        "2031-05-06T19:59:59Z, false",
        "2031-05-06T20:00:00Z, true",
        "2031-05-07T01:59:59Z, true",
        "2031-05-07T02:00:00Z, false",
        "2031-05-07T20:30:00Z, false"
    })
    void goesOverMidnightInItsOwnZone(String at, boolean open) {
        Window window = Window.parse(List.of("tue"), "22:00", "04:00", "Europe/Berlin");

        assertThat(window.isOpen(Instant.parse(at))).isEqualTo(open);
    }

    @Test
    void saysWhenItOpensNext() {
        Window window = Window.parse(List.of("tue", "sat"), "22:00", "04:00", "Europe/Berlin");

        assertThat(window.opens(Instant.parse("2031-05-07T02:00:00Z"))).contains(Instant.parse("2031-05-10T20:00:00Z"));
        assertThat(window.opens(Instant.parse("2031-05-06T21:00:00Z"))).isEmpty();
    }

    /** The clock is put forward from 02:00 to 03:00 in that night. */
    @Test
    void keepsTheClockOfThePlaceWhenItIsChanged() {
        Window window = Window.parse(List.of(), "01:00", "04:00", "Europe/Berlin");

        assertThat(window.isOpen(Instant.parse("2031-03-30T01:59:00Z"))).isTrue();
        assertThat(window.isOpen(Instant.parse("2031-03-30T02:00:00Z"))).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"funday, 22:00, 04:00, UTC", "mon, 25:00, 04:00, UTC", "mon, 22:00, 04:00, Mars/Olympus"})
    void refusesWhatIsNone(String day, String from, String to, String zone) {
        assertThatThrownBy(() -> Window.parse(List.of(day), from, to, zone)).isInstanceOf(InvalidValueException.class);
    }
}
