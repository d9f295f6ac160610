package dev.ibportal.portal.posture.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.portal.posture.core.Divergence.Kind;
import dev.ibportal.portal.posture.core.Divergence.PortState;
import dev.ibportal.portal.posture.core.Divergence.Wish;
import dev.ibportal.types.PKey;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Case C-21 as the fabric's list of differences shows it: six port states, five different troubles. */
class C21PortStatesOfTheFabricTest {
    private static final PKey KEY = new PKey(5);

    private static List<Divergence> differences(String state, String physical, int lid) {
        Wish wish = new Wish(KEY, UUID.randomUUID(), "weather", "full", false);
        PortState port = new PortState(
                "0x000000000000000a",
                "n1",
                UUID.randomUUID(),
                Instant.EPOCH,
                List.of(0x7fff, 0x8005),
                "",
                PortTrouble.of(state, physical, lid),
                List.of(wish));
        return Divergence.of(port, new PKey(1), new PKey(0x0fff));
    }

    private static String why(String state, String physical, int lid) {
        List<Divergence> found = differences(state, physical, lid);
        assertThat(found).singleElement().extracting(Divergence::kind).isEqualTo(Kind.DOWN);
        return found.get(0).detail();
    }

    @Test
    void anActivePortHasNoFault() {
        assertThat(differences("active", "link_up", 12)).isEmpty();
        assertThat(differences("active_defer", "link_up", 12)).isEmpty();
    }

    @Test
    void eachOtherStateHasAReasonOfItsOwn() {
        String none = why("init", "link_up", 0);
        String cable = why("down", "polling", 0);
        String off = why("down", "disabled", 0);
        String virtual = why("down", "link_up", 65535);
        String armed = why("armed", "link_up", 7);

        assertThat(none).endsWith("no subnet manager has set up this port");
        assertThat(cable).endsWith("no link: cable or peer");
        assertThat(off).endsWith("port switched off");
        assertThat(virtual).endsWith("virtual port not activated by the subnet manager: check its GUID");
        assertThat(armed).endsWith("being brought up");
        assertThat(List.of(none, cable, off, virtual, armed)).doesNotHaveDuplicates();
        assertThat(List.of(none, virtual)).noneMatch(text -> text.contains("cable"));
        assertThat(off).doesNotContain("cable", "subnet manager");
    }

    @Test
    void whatTheNodeHasNotToldIsNoTrouble() {
        assertThat(differences("unknown", "unknown", 0)).isEmpty();
    }
}
