package dev.ibportal.daemon.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.diagnosis.Diagnosis;
import dev.ibportal.diagnosis.Diagnosis.Verdict;
import dev.ibportal.diagnosis.KnownCause;
import dev.ibportal.diagnosis.Link;
import dev.ibportal.diagnosis.LinkResult.Broken;
import dev.ibportal.types.IbMtu;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;

/** Case C-22: small packets pass and large ones do not, which breaks the link "reachable". */
class C22FullSizePingTest {
    private static ChildHost host(IbMtu group, IntPredicate payload) {
        return new ChildHost("0x8091", group, 0xffff, 0x8091)
                .with("10.77.22.1/24", "fd00:77:22::1/64")
                .answers(payload);
    }

    private static void pinged(ChildHost host, int ipv4, int ipv6) {
        assertThat(host.pings())
                .anySatisfy(argv -> assertThat(argv)
                        .containsSequence("-M", "do", "-s", Integer.toString(ipv4))
                        .endsWith("10.77.22.2"))
                .anySatisfy(argv -> assertThat(argv)
                        .containsSequence("-M", "do", "-s", Integer.toString(ipv6))
                        .endsWith("fd00:77:22::2"));
    }

    @Test
    void largeOnesAreLost() {
        ChildHost host = host(IbMtu.MTU_4096, payload -> payload <= 1016);

        for (String peer : new String[] {"10.77.22.2", "fd00:77:22::2"}) {
            Diagnosis diagnosis = host.diagnose(peer);

            assertThat(diagnosis.verdict()).isEqualTo(Verdict.BROKEN);
            Broken primary = diagnosis.primary().orElseThrow();
            assertThat(primary.link()).isEqualTo(Link.REACHABLE);
            assertThat(primary.cause().known()).isEqualTo(KnownCause.FULL_SIZE_LOST);
            assertThat(primary.cause().message()).isEqualTo("small packets pass, full-size packets (MTU 4092) do not");
        }
        pinged(host, 4064, 4044);
    }

    @Test
    void everythingPasses() {
        ChildHost host = host(IbMtu.MTU_4096, payload -> true);

        assertThat(host.diagnose("10.77.22.2").verdict()).isEqualTo(Verdict.SOUND);
        assertThat(host.diagnose("fd00:77:22::2").verdict()).isEqualTo(Verdict.SOUND);
        pinged(host, 4064, 4044);
    }

    @Test
    void everythingPassesWithTheUsualMtu() {
        ChildHost host = host(IbMtu.MTU_2048, payload -> true);

        assertThat(host.diagnose("10.77.22.2").verdict()).isEqualTo(Verdict.SOUND);
        assertThat(host.diagnose("fd00:77:22::2").verdict()).isEqualTo(Verdict.SOUND);
        pinged(host, 2016, 1996);
    }
}
