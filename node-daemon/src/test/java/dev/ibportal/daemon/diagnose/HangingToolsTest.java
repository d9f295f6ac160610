package dev.ibportal.daemon.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.daemon.host.Command;
import dev.ibportal.daemon.host.CommandResult;
import dev.ibportal.diagnosis.Diagnosis;
import dev.ibportal.diagnosis.KnownCause;
import dev.ibportal.diagnosis.Link;
import dev.ibportal.diagnosis.LinkResult;
import dev.ibportal.types.IbMtu;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** A tool that is missing, hangs or prints nonsense costs one check, and not the diagnosis. */
class HangingToolsTest {
    private static ChildHost host() {
        return new ChildHost("0x8091", IbMtu.MTU_2048, 0xffff, 0x8091)
                .with("10.77.22.1/24")
                .answers(payload -> false);
    }

    private static LinkResult link(Diagnosis diagnosis, Link link) {
        return diagnosis.links().stream()
                .filter(each -> each.link() == link)
                .findFirst()
                .orElseThrow();
    }

    /** As a runner does that kills at the time limit, and as one that is itself stuck. */
    private static CommandResult hang(Command command) {
        LockSupport.parkNanos(command.timeLimit().toNanos());
        return CommandResult.timedOut(command, "", "");
    }

    @Test
    void allToolsHangingStillEndInTime() {
        ChildHost host = host();
        for (String tool :
                new String[] {"sminfo", "smpquery", "saquery", "dmesg", "nft", "iptables", "arping", "ping"}) {
            host.host.program(tool, HangingToolsTest::hang);
        }
        long begin = System.nanoTime();

        Diagnosis diagnosis = host.diagnose("10.77.22.2");

        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(15));
        assertThat(diagnosis.primary()).isEmpty();
        assertThat(link(diagnosis, Link.FILTER)).isInstanceOf(LinkResult.Unknown.class);
        assertThat(link(diagnosis, Link.PKEY)).isInstanceOf(LinkResult.Holds.class);
    }

    @Test
    void nonsenseIsUnknown() {
        ChildHost host = host();
        for (String tool : new String[] {"sminfo", "smpquery", "saquery", "dmesg", "nft", "iptables", "arping"}) {
            host.host.program(tool, command -> CommandResult.exited(command, 0, "\u0000{[<nonsense", ""));
        }

        Diagnosis diagnosis = host.diagnose("10.77.22.2");

        assertThat(diagnosis.primary()).isEmpty();
        assertThat(diagnosis.verdict()).isEqualTo(Diagnosis.Verdict.CANNOT_BE_TOLD);
    }

    @Test
    void whatIsCertainStaysSoWithoutTools() {
        ChildHost host = host();
        host.port.update(state -> state.withPkeys(List.of(0xffff)));
        host.host.program("sminfo", command -> CommandResult.notStarted(command, "no such program"));

        assertThat(host.diagnose("10.77.22.2").primary().orElseThrow().cause().known())
                .isEqualTo(KnownCause.KEY_NOT_IN_TABLE);
    }
}
