package dev.ibportal.portal.posture.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.portal.posture.core.Divergence.PortState;
import dev.ibportal.portal.posture.core.Divergence.Wish;
import dev.ibportal.types.PKey;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class DivergenceTest {
    private static final PKey FIRST = new PKey(1);
    private static final PKey LAST = new PKey(0x0fff);

    private static Wish wish(int pkey, String membership) {
        return new Wish(new PKey(pkey), UUID.randomUUID(), "weather", membership, false);
    }

    private static List<String> of(@Nullable List<Integer> table, @Nullable Boolean up, Wish... wishes) {
        PortState port = new PortState(
                "0x000000000000000a",
                "n1",
                UUID.randomUUID(),
                table == null ? null : Instant.EPOCH,
                table,
                "",
                Boolean.FALSE.equals(up) ? "no link: cable or peer" : "",
                List.of(wishes));
        return Divergence.of(port, FIRST, LAST).stream()
                .map(one -> one.kind() + " " + one.pkey() + " " + one.wanted() + " " + one.found())
                .toList();
    }

    @Test
    void whatIsAsWantedIsNoDifference() {
        assertThat(of(List.of(0x7fff, 0x8005, 0, 0x0006), true, wish(5, "full"), wish(6, "limited")))
                .isEmpty();
    }

    @Test
    void whatIsThereOtherwiseIsWrongAndNotMissing() {
        assertThat(of(List.of(0xffff, 0x0005), true, wish(5, "full"), wish(6, "limited")))
                .containsExactly("MISSING 0x8006 limited none", "WRONG 0x8005 full limited");
    }

    @Test
    void bothFormsOfAKeyAreNotOne() {
        assertThat(of(List.of(0x7fff, 0x8005, 0x0005), true, wish(5, "full")))
                .containsExactly("WRONG 0x8005 full both");
    }

    @Test
    void aKeyThatNobodyWantsIsOursToRemoveOnlyInsideTheManagedRange() {
        assertThat(of(List.of(0x7fff, 0x8005, 0x9005), true))
                .containsExactly("UNEXPECTED 0x8005 none full", "UNKNOWN 0x9005 none full");
    }

    @Test
    void whatLeavesIsNoDifferenceWhetherItIsThereOrNot() {
        Wish leaving = new Wish(new PKey(5), UUID.randomUUID(), "weather", "full", true);

        assertThat(of(List.of(0x7fff, 0x8005), true, leaving)).isEmpty();
        assertThat(of(List.of(0x7fff), true, leaving)).isEmpty();
    }

    @Test
    void aTableThatIsNotKnownMakesNothingMissing() {
        assertThat(of(null, null, wish(5, "full"))).containsExactly("NOT_KNOWN 0x8005 full ");
        assertThat(of(null, false, wish(5, "full"))).containsExactly("DOWN 0x8005 full ");
    }

    @Test
    void whatWasReadBeforeThePortWentDownCountsNoMore() {
        assertThat(of(List.of(0x7fff, 0x8005), false, wish(5, "full"), wish(6, "full")))
                .containsExactly("DOWN 0x8005 full ", "DOWN 0x8006 full ");
    }
}
