package dev.ibportal.portal.session.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.agent.v1.GoodbyeReason;
import dev.ibportal.portal.session.core.Admission.Known;
import dev.ibportal.portal.session.core.Admission.Refused;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class AdmissionTest {
    @Test
    void theEnrolledMachineIsWelcomeAndSoIsTheFirstOne() {
        assertThat(decide(new Known("n1", null, null, "m1"), "m1")).isEqualTo(new Admission.Welcome());
        assertThat(decide(new Known("n1", null, null, null), "m1")).isEqualTo(new Admission.Welcome());
    }

    @Test
    void anotherMachineIsRefusedWithBothNamed() {
        Refused refused = (Refused) decide(new Known("n1", null, null, "m1"), "m2");

        assertThat(refused.reason()).isEqualTo(GoodbyeReason.GOODBYE_REASON_IDENTITY_IN_USE);
        assertThat(refused.detail()).contains("n1", "m1", "m2");
        assertThat(refused.flag()).contains("m1", "m2", "192.0.2.9");
    }

    @Test
    void aDaemonThatDoesNotSayWhichMachineItIsOnIsRefused() {
        assertThat(((Refused) decide(new Known("n1", null, null, null), " ")).flag())
                .contains("without machine id");
    }

    @Test
    void aRetiredNodeIsRefusedWithoutAFlag() {
        Refused refused = (Refused) decide(new Known("n1", Instant.EPOCH, null, "m1"), "m1");

        assertThat(refused.reason()).isEqualTo(GoodbyeReason.GOODBYE_REASON_RETIRED);
        assertThat(refused.flag()).isEmpty();
    }

    private static Admission decide(Known node, String machine) {
        return Admission.decide(node, machine, "192.0.2.9");
    }
}
