package dev.ibportal.portal.platform.security;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class SlowLaneTest {
    private static final Instant START = Instant.parse("2031-03-29T12:00:00Z");
    private static final int MINUTE = 60;

    private final SlowLane lane = new SlowLane();

    private boolean at(double second, String password) {
        return lane.admits("home/olga", password, START.plus(Duration.ofMillis((long) (second * 1000))));
    }

    /** Somebody else sends a new guess every half second, and never the same again; olga comes when she is told to. */
    @Test
    void whoeverComesAgainIsInAfterOnePause() {
        double admitted = -1;
        for (int half = 0; half < 2 * MINUTE && admitted < 0; half++) {
            assertThat(at(half / 2.0, "guess " + half)).isFalse();
            if (half % 11 == 10 && at(half / 2.0, "the right one")) {
                admitted = half / 2.0;
            }
        }

        assertThat(admitted).isBetween(5.0, 16.0);
    }

    /** The worst guesser sends each guess until it is looked at. Those that came before olga have their turn, no others. */
    @Test
    void guessesThatComeLaterNeverOvertake() {
        int before = 10;
        double admitted = -1;
        int guess = before;
        for (int second = 0; second < 10 * MINUTE && admitted < 0; second++) {
            guess++;
            for (int i = 0; i < guess; i++) {
                at(second, "guess " + i);
            }
            if (second >= 1 && at(second + 0.5, "the right one")) {
                admitted = second;
            }
        }

        assertThat(admitted).isBetween(5.0 * before, 5.0 * (before + 4));
    }

    @Test
    void oneIsLookedAtInAPause() {
        int looked = 0;
        for (int second = 0; second < MINUTE; second++) {
            for (int i = 0; i < 50; i++) {
                looked += at(second, "guess " + i) ? 1 : 0;
            }
        }

        assertThat(looked).isBetween(10, 12);
    }

    @Test
    void whatIsPresentedOnceIsNotLookedAt() {
        for (int second = 0; second < MINUTE; second++) {
            assertThat(at(second, "guess " + second)).isFalse();
        }
    }

    @Test
    void placesHaveLanesOfTheirOwn() {
        assertThat(at(0, "the right one")).isFalse();
        assertThat(at(6, "the right one")).isTrue();
        assertThat(lane.admits("elsewhere/olga", "the right one", START.plusSeconds(6)))
                .isFalse();
    }
}
