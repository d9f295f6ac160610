package dev.ibportal.daemon.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.diagnosis.Diagnosis;
import dev.ibportal.diagnosis.LinkResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each cause that a simulated host can have, from what the tools print to the name. */
class EveryCauseTest {
    @Test
    void whatWorksHasNoCause() {
        try (TwoHosts world = new TwoHosts(false)) {
            Diagnosis diagnosis = world.diagnose();

            assertThat(diagnosis.primary()).isEmpty();
            assertThat(diagnosis.verdict()).isEqualTo(Diagnosis.Verdict.SOUND);
        }
    }

    @ParameterizedTest
    @EnumSource(Injection.class)
    void isNamedAtTheEndThatAsks(Injection fault) {
        check(fault, false);
    }

    @ParameterizedTest
    @EnumSource(Injection.class)
    void isNamedAtTheOtherEnd(Injection fault) {
        check(fault, true);
    }

    private static void check(Injection fault, boolean there) {
        try (TwoHosts world = new TwoHosts(fault.needsConnected())) {
            fault.into(world, there ? world.b : world.a);

            Diagnosis diagnosis = world.diagnose();

            assertThat(diagnosis.primary().map(LinkResult.Broken::cause).map(cause -> cause.known()))
                    .as(() -> diagnosis.links().toString())
                    .contains(fault.cause());
        }
    }
}
