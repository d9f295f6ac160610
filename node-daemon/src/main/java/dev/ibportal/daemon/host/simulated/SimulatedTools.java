package dev.ibportal.daemon.host.simulated;

import dev.ibportal.daemon.host.Command;
import dev.ibportal.daemon.host.CommandResult;
import dev.ibportal.daemon.host.CommandRunner;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Programs that only look: the kernel's log, the packet filter, a module's file, and who else has an address. */
final class SimulatedTools implements CommandRunner {
    static final Set<String> PROGRAMS = Set.of("dmesg", "nft", "iptables", "ip6tables", "modinfo", "arping");

    private final SimulatedKernel kernel;
    private final SimulatedFaults faults;
    private final SimulatedTroubles troubles;

    SimulatedTools(SimulatedKernel kernel, SimulatedFaults faults, SimulatedTroubles troubles) {
        this.kernel = kernel;
        this.faults = faults;
        this.troubles = troubles;
    }

    @Override
    public CommandResult run(Command command) {
        return switch (command.program()) {
            case "dmesg" -> CommandResult.exited(command, 0, troubles.kernelLog(), "");
            case "nft" -> CommandResult.exited(command, 0, troubles.rules() + "\n", "");
            case "iptables", "ip6tables" ->
                CommandResult.exited(command, 0, "-P INPUT ACCEPT\n-P FORWARD ACCEPT\n-P OUTPUT ACCEPT\n", "");
            case "modinfo" -> modinfo(command);
            default -> arping(command);
        };
    }

    private CommandResult modinfo(Command command) {
        return faults.isModuleMissing() && !kernel.modules().contains("ib_ipoib")
                ? CommandResult.exited(command, 1, "", "modinfo: ERROR: Module ib_ipoib not found.\n")
                : CommandResult.exited(
                        command,
                        0,
                        "/lib/modules/" + SimulatedKernel.RELEASE
                                + "/kernel/drivers/infiniband/ulp/ipoib/ib_ipoib.ko\n",
                        "");
    }

    private CommandResult arping(Command command) {
        List<String> argv = command.argv();
        String address = argv.get(argv.size() - 1);
        Optional<String> other = troubles.strangerAt(address);
        String head = "ARPING " + address + " from 0.0.0.0 " + argv.get(argv.indexOf("-I") + 1) + "\n";
        return other.map(hardware -> CommandResult.exited(
                        command,
                        1,
                        head + "Unicast reply from " + address + " [" + SimulatedNetdev.colons(hardware)
                                + "]  0.812ms\nSent 1 probes (1 broadcast(s))\nReceived 1 response(s)\n",
                        ""))
                .orElseGet(() -> CommandResult.exited(
                        command, 0, head + "Sent 1 probes (1 broadcast(s))\nReceived 0 response(s)\n", ""));
    }
}
