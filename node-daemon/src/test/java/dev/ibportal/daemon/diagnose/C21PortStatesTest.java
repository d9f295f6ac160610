package dev.ibportal.daemon.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.daemon.host.Command;
import dev.ibportal.daemon.host.CommandResult;
import dev.ibportal.daemon.host.simulated.SimulatedHost;
import dev.ibportal.daemon.host.simulated.SimulatedPort;
import dev.ibportal.diagnosis.Case;
import dev.ibportal.diagnosis.Cause;
import dev.ibportal.diagnosis.Diagnosis;
import dev.ibportal.diagnosis.Doctor;
import dev.ibportal.diagnosis.KnownCause;
import dev.ibportal.diagnosis.Link;
import dev.ibportal.diagnosis.LinkResult;
import dev.ibportal.diagnosis.LinkResult.Broken;
import dev.ibportal.types.Guid;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Case C-21: six port states, five different troubles. sysfs tells none of it here, so that ibstat has to. */
class C21PortStatesTest {
    private static final String DIRECTORY = "class/infiniband/mlx5_0/ports/1/";

    private final MovableClock clock = new MovableClock();
    private final PortMemory memory = new PortMemory();
    private final SimulatedHost host = SimulatedHost.named("node1")
            .clock(clock)
            .port(new SimulatedPort(Guid.parse("0x506b4b0300d1a2b2")))
            .build();

    private Optional<Cause> cause(String state, String physical, int lid, int smLid) {
        return diagnose(state, physical, lid, smLid).primary().map(Broken::cause);
    }

    private Diagnosis diagnose(String state, String physical, int lid, int smLid) {
        Stream.of("state", "phys_state", "link_layer", "lid", "sm_lid")
                .forEach(name -> host.troubles().hides(DIRECTORY + name));
        String report = """
                CA: 'mlx5_0'
                Port 1:
                	State: %s
                	Physical state: %s
                	Rate: 100
                	Base lid: %d
                	LMC: 0
                	SM lid: %d
                	Capability mask: 0x2651e848
                	Port GUID: 0x506b4b0300d1a2b2
                	Link layer: InfiniBand
                """.formatted(state, physical, lid, smLid);
        host.program("ibstat", command -> ibstat(command, report));
        return Doctor.judge(Case.node(new HostDoctor(host.host(), memory).gather(Question.about("ib0"))));
    }

    private static CommandResult ibstat(Command command, String report) {
        return command.argv().equals(List.of("ibstat", "mlx5_0", "1"))
                ? CommandResult.exited(command, 0, report, "")
                : CommandResult.exited(command, 255, "", "ibpanic: [1] main: stat of IB device failed\n");
    }

    @Test
    void activeHasNoFault() {
        assertThat(diagnose("Active", "LinkUp", 12, 1).links())
                .filteredOn(link -> link.link() == Link.STATE)
                .singleElement()
                .isInstanceOf(LinkResult.Holds.class);
    }

    @Test
    void eachOtherStateHasACauseOfItsOwn() {
        String none = cause("Initializing", "LinkUp", 0, 0).orElseThrow().message();
        String cable = cause("Down", "Polling", 0, 0).orElseThrow().message();
        String off = cause("Down", "Disabled", 0, 0).orElseThrow().message();
        String virtual = cause("Down", "LinkUp", 65535, 1).orElseThrow().message();

        assertThat(none).isEqualTo("no subnet manager has set up this port");
        assertThat(cable).isEqualTo("no link: cable or peer");
        assertThat(off).isEqualTo("port switched off");
        assertThat(virtual).isEqualTo("virtual port not activated by the subnet manager: check its GUID");
        assertThat(List.of(none, virtual)).noneMatch(text -> text.contains("cable"));
    }

    @Test
    void armedIsNoFaultForAMinute() {
        LinkResult armed = diagnose("Armed", "LinkUp", 7, 1).links().stream()
                .filter(link -> link.link() == Link.STATE)
                .findFirst()
                .orElseThrow();
        assertThat(armed).isInstanceOf(LinkResult.Holds.class);
        assertThat(armed.found()).isEqualTo("being brought up");

        clock.forward(Duration.ofSeconds(60));
        assertThat(cause("Armed", "LinkUp", 7, 1).map(Cause::known).filter(known -> known.number() == 11))
                .isEmpty();

        clock.forward(Duration.ofSeconds(1));
        assertThat(cause("Armed", "LinkUp", 7, 1).orElseThrow().known()).isEqualTo(KnownCause.PORT_ARMED);
    }
}
