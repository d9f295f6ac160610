package dev.ibportal.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class SealTimesTest {
    private static final Instant NOON = Instant.parse("2031-04-01T12:00:00Z");

    private final SealTimes times = new SealTimes();

    private void block(long first, long last, Instant sealedAt) {
        times.block(new Seal(
                1, first, last, Seal.nothing(), Seal.nothing(), sealedAt, "k", Seal.nothing(), Seal.nothing()));
    }

    @Test
    void theFirstBlockTakesWhateverWasThere() {
        block(1, 5, NOON);

        assertThat(times.fault(NOON.minus(Duration.ofDays(4000)))).isEmpty();
        assertThat(times.fault(NOON.plusSeconds(601))).get().asString().contains("sealed before that", NOON.toString());
    }

    @Test
    void laterOnesTakeWhatIsYoungerThanTheLastRoundAndItsLongestTransaction() {
        block(1, 5, NOON);
        block(6, 6, NOON.plusSeconds(3600));

        assertThat(times.fault(NOON.minusSeconds(600))).isEmpty();
        assertThat(times.fault(NOON.minusSeconds(601))).get().asString().contains("made up", NOON.toString());
        assertThat(times.fault(NOON.plusSeconds(3600 + 600))).isEmpty();
        assertThat(times.fault(NOON.plusSeconds(3600 + 601))).isPresent();
    }

    /** After the portal was off for hours, one round takes all that was written meanwhile, in many blocks. */
    @Test
    void aFullBlockDoesNotEndItsRound() {
        block(1, 5, NOON);
        block(6, 5 + Seal.MOST, NOON.plusSeconds(36_000));
        block(6 + Seal.MOST, 7 + Seal.MOST, NOON.plusSeconds(36_001));

        assertThat(times.fault(NOON.plusSeconds(60))).isEmpty();

        block(8 + Seal.MOST, 8 + Seal.MOST, NOON.plusSeconds(36_005));

        assertThat(times.fault(NOON.plusSeconds(60))).isPresent();
    }
}
