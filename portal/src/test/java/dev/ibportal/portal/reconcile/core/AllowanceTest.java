package dev.ibportal.portal.reconcile.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class AllowanceTest {
    private static final Instant START = Instant.parse("2031-05-01T00:00:00Z");
    private static final Duration PORT = Duration.ofMillis(25);

    @Test
    void aRoundOverManyPortsTakesItsShareOfTheTimeAndNoMore() {
        Allowance allowance = new Allowance(0.03, PORT, START);
        int read = 0;
        for (int second = 0; second <= 3600; second += 5) {
            int now = allowance.ports(START.plusSeconds(second));
            allowance.used(now);
            read += now;
        }

        assertThat(read).isBetween(4319, 4322);
        assertThat(PORT.multipliedBy(read)).isLessThan(Duration.ofHours(1).dividedBy(33));
    }

    @Test
    void whatWasNotUsedAddsUpForAMinuteOnly() {
        Allowance allowance = new Allowance(0.03, PORT, START);

        assertThat(allowance.ports(START)).isOne();
        assertThat(allowance.ports(START.plus(Duration.ofDays(1)))).isEqualTo(72);
        allowance.used(72);
        assertThat(allowance.ports(START.plus(Duration.ofDays(1)))).isZero();
    }

    @Test
    void aClockThatGoesBackGivesNothing() {
        Allowance allowance = new Allowance(0.03, PORT, START);

        assertThat(allowance.ports(START.minusSeconds(100))).isOne();
    }

    @Test
    void evenTheSlowestPortIsReadOnceInAWhile() {
        Allowance allowance = new Allowance(0.001, Duration.ofSeconds(1), START);
        allowance.used(allowance.ports(START));

        assertThat(allowance.ports(START.plusSeconds(60))).isZero();
        Instant later = START;
        for (int minute = 0; minute < 20; minute++) {
            later = later.plusSeconds(60);
            allowance.ports(later);
        }
        assertThat(allowance.ports(later)).isOne();
    }

    @Test
    void aShareIsAboveZeroAndUpToAll() {
        assertThatThrownBy(() -> new Allowance(0, PORT, START)).hasMessageContaining("above 0 up to 1");
        assertThatThrownBy(() -> new Allowance(1.5, PORT, START)).hasMessageContaining("1.5");
    }
}
