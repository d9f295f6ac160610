package dev.ibportal.daemon.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.diagnosis.Cause;
import dev.ibportal.diagnosis.Diagnosis;
import dev.ibportal.diagnosis.KnownCause;
import dev.ibportal.diagnosis.Link;
import dev.ibportal.diagnosis.LinkResult;
import dev.ibportal.types.IbMtu;
import dev.ibportal.types.PKey;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Case C-23: the parent is fine, the child has no carrier. */
class C23ChildWithoutCarrierDiagnosedTest {
    private static Diagnosis child(Integer... table) {
        ChildHost host = new ChildHost("0x8091", IbMtu.MTU_2048, table);
        host.port.update(state -> state.withPkeys(List.of(table)).withGroups(Map.of(PKey.DEFAULT, IbMtu.MTU_2048)));
        Diagnosis diagnosis = host.diagnose();
        assertThat(diagnosis.primary()).isPresent();
        assertThat(message(diagnosis).toLowerCase(Locale.ROOT)).doesNotContain("cable", "driver");
        return diagnosis;
    }

    private static String message(Diagnosis diagnosis) {
        return diagnosis.primary().orElseThrow().cause().message();
    }

    private static LinkResult link(Diagnosis diagnosis, Link link) {
        return diagnosis.links().stream()
                .filter(each -> each.link() == link)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void theKeyIsNotInTheTable() {
        assertThat(message(child(0xffff, 0, 0)))
                .isEqualTo(
                        "PKey 0x8091 is not in the port's table: the subnet manager has not made this port a member");
    }

    @Test
    void theKeyIsThereLimited() {
        Diagnosis diagnosis = child(0xffff, 0x0091);

        assertThat(link(diagnosis, Link.PKEY)).isInstanceOf(LinkResult.Holds.class);
        assertThat(link(diagnosis, Link.PKEY).found()).isEqualTo("0x0091 (limited member)");
        assertThat(message(diagnosis)).doesNotContain("missing", "is not in");
    }

    @Test
    void theKeyIsThereFull() {
        Diagnosis diagnosis = child(0xffff, 0x8091);

        Cause cause = diagnosis.primary().orElseThrow().cause();
        assertThat(link(diagnosis, Link.PKEY).found()).isEqualTo("0x8091 (full member)");
        assertThat(cause.known()).isEqualTo(KnownCause.JOIN_FAILED);
        assertThat(cause.message()).startsWith("joining the broadcast group failed");
    }
}
