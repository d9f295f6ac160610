package dev.ibportal.portal.capacity.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** In how many days something is full. */
class ForecastTest {
    private static Optional<Forecast> of(long total, long... used) {
        List<Forecast.Point> points = new ArrayList<>();
        for (int i = 0; i < used.length; i++) {
            points.add(new Forecast.Point(LocalDate.of(2026, 1, 1).plusDays(i), used[i]));
        }
        return Forecast.of(points, total);
    }

    @Test
    void aSteadyLineEndsWhereItLeads() {
        Forecast forecast = of(100, 10, 12, 14, 16, 18, 20, 22).orElseThrow();

        assertThat(forecast.perDay()).isEqualTo(2);
        assertThat(forecast.days()).isEqualTo(39);
        assertThat(forecast.soonest()).isEqualTo(39);
        assertThat(forecast.latest()).isEqualTo(39);
    }

    @Test
    void oneWildDayMovesNothing() {
        Forecast forecast = of(1000, 10, 12, 14, 900, 18, 20, 22, 24, 26).orElseThrow();

        assertThat(forecast.perDay()).isEqualTo(2);
        assertThat(forecast.days()).isEqualTo(487);
    }

    @Test
    void whatShrinksOrStandsIsNeverFull() {
        assertThat(of(100, 20, 19, 18, 17, 16, 15, 14).orElseThrow().days()).isNull();
        assertThat(of(100, 20, 20, 20, 20, 20, 20, 20).orElseThrow().days()).isNull();
        assertThat(of(1_000_000, 1, 2, 3, 4, 5, 6, 7).orElseThrow().days())
                .as("more than ten years")
                .isNull();
    }

    @Test
    void fullIsNowAndFewDaysSayNothing() {
        assertThat(of(22, 10, 12, 14, 16, 18, 20, 22).orElseThrow().days()).isZero();
        assertThat(of(100, 1, 2, 3, 4, 5, 6)).isEmpty();
    }
}
