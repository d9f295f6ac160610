package dev.ibportal.daemon.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.agent.v1.InterfaceItem;
import dev.ibportal.agent.v1.InterfaceState;
import dev.ibportal.agent.v1.InterfaceStatus;
import dev.ibportal.daemon.host.Command;
import dev.ibportal.daemon.host.simulated.SimulatedFaults;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every single step of an apply goes wrong in turn, in every way; the host must then be as it was. */
class FaultInjectionTest {
    private interface Setup {
        Bench bench() throws IOException;
    }

    private static void fail(SimulatedFaults faults, Predicate<Command> which) {
        faults.fail(which, 2, "RTNETLINK answers: Device or resource busy");
    }

    static List<Arguments> hostsAndFaults() {
        List<Named<Setup>> hosts = List.of(
                Named.of("ifupdown, nothing there", FaultInjectionTest::fresh),
                Named.of("ifupdown, module not loaded", FaultInjectionTest::withoutModule),
                Named.of("ifupdown, another state there", FaultInjectionTest::withOlderState),
                Named.of("NetworkManager, nothing there", FaultInjectionTest::underNetworkManager));
        List<Named<BiConsumer<SimulatedFaults, Predicate<Command>>>> faults = List.of(
                Named.of("fails", FaultInjectionTest::fail),
                Named.of("hangs", SimulatedFaults::hang),
                Named.of("hangs after its work", SimulatedFaults::hangAfterEffect),
                Named.of("lies", SimulatedFaults::lie));
        List<Arguments> all = new ArrayList<>();
        hosts.forEach(host -> faults.forEach(fault -> all.add(Arguments.of(host, fault))));
        return all;
    }

    private static Bench fresh() throws IOException {
        Bench bench = Bench.ifupdown();
        return bench.effective(bench.port0, "0x8005");
    }

    private static Bench withoutModule() throws IOException {
        Bench bench = Bench.ifupdown(builder -> builder.moduleNotLoaded());
        return bench.effective(bench.port0, "0x8005");
    }

    private static Bench withOlderState() throws IOException {
        Bench bench = fresh();
        bench.apply(Items.present("if-1", Bench.PORT_0, 0x8005, item -> item.setMtu(1500), "10.0.0.9/24"));
        return bench;
    }

    private static Bench underNetworkManager() throws IOException {
        Bench bench = Bench.networkManager();
        return bench.effective(bench.port0, "0x8005");
    }

    private static InterfaceItem.Builder wanted() {
        return Items.present(
                "if-1",
                Bench.PORT_0,
                0x8005,
                item -> item.setMtu(2000).addAddresses(Items.tombstone("10.0.0.9/24", 7)),
                "10.0.0.1/24",
                "fd00::1/64");
    }

    @ParameterizedTest
    @MethodSource("hostsAndFaults")
    void aStepThatGoesWrongLeavesTheHostAsItWas(Setup setup, BiConsumer<SimulatedFaults, Predicate<Command>> fault)
            throws IOException {
        for (Command step : stepsWithoutFaults(setup)) {
            Bench bench = setup.bench();
            String before = bench.picture();
            fault.accept(bench.host.faults(), command -> command.argv().equals(step.argv()));

            InterfaceStatus status = Bench.only(bench.apply(wanted()));

            if (step.program().equals("modprobe") && status.getState() == InterfaceState.INTERFACE_STATE_IN_SYNC) {
                // It was killed after it had loaded the module: reading back is what counts.
                continue;
            }
            assertThat(status.getState())
                    .as("%s: %s", step, status.getMessage())
                    .isIn(InterfaceState.INTERFACE_STATE_FAILED, InterfaceState.INTERFACE_STATE_PENDING);
            assertThat(status.getMessage()).as("%s", step).isNotEmpty();
            assertThat(bench.picture())
                    .as("after %s: %s", step, status.getMessage())
                    .isEqualTo(before);
            bench.host.faults().clear();
            bench.clock.move(Duration.ofMinutes(2));
            assertThat(Bench.only(bench.pass()).getState())
                    .as("healed after %s", step)
                    .isEqualTo(InterfaceState.INTERFACE_STATE_IN_SYNC);
        }
    }

    /** The commands that this apply takes when all goes well. */
    private static List<Command> stepsWithoutFaults(Setup setup) throws IOException {
        Bench bench = setup.bench();
        bench.host.clearCommandLog();
        InterfaceStatus status = Bench.only(bench.apply(wanted()));
        assertThat(status.getState()).as(status.getMessage()).isEqualTo(InterfaceState.INTERFACE_STATE_IN_SYNC);
        return bench.host.changingCommands();
    }

    @Test
    void aFileThatCannotBeWrittenLeavesTheHostAsItWas() throws IOException {
        Bench bench = fresh();
        bench.files.failWrites(Optional.of("No space left on device"));
        String before = bench.picture();

        InterfaceStatus status = Bench.only(bench.apply(wanted()));

        assertThat(status.getCause()).isEqualTo("file.failed");
        assertThat(status.getMessage()).contains("No space left on device");
        assertThat(bench.picture()).isEqualTo(before);
    }

    @Test
    void aFailedAttemptIsNotRepeatedAtOnce() throws IOException {
        Bench bench = fresh();
        fail(bench.host.faults(), command -> command.toString().endsWith("up"));
        InterfaceStatus first = Bench.only(bench.apply(wanted()));
        bench.host.clearCommandLog();

        InterfaceStatus second = Bench.only(bench.pass());

        assertThat(bench.host.changingCommands()).isEmpty();
        assertThat(second.getCause()).isEqualTo(first.getCause()).isEqualTo("command.failed");
    }

    @Test
    void oneFailingItemDoesNotDisturbTheOthers() throws IOException {
        Bench bench = fresh();
        bench.effective(bench.port0, "0x8005", "0x8006");
        fail(bench.host.faults(), command -> command.argv().contains("ib0.8005"));

        var status = bench.apply(wanted(), Items.present("if-2", Bench.PORT_0, 0x8006, "10.0.6.1/24"));

        assertThat(status.getInterfaces(0).getState()).isEqualTo(InterfaceState.INTERFACE_STATE_FAILED);
        assertThat(status.getInterfaces(1).getState()).isEqualTo(InterfaceState.INTERFACE_STATE_IN_SYNC);
    }
}
