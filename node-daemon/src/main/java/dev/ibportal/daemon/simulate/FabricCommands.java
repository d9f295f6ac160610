package dev.ibportal.daemon.simulate;

import dev.ibportal.daemon.host.Command;
import dev.ibportal.daemon.host.CommandResult;
import dev.ibportal.daemon.host.CommandRunner;
import dev.ibportal.daemon.host.simulated.SimulatedPort;
import dev.ibportal.types.Guid;
import dev.ibportal.types.InvalidValueException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The programs of a host whose answers come from the fabric. */
final class FabricCommands implements CommandRunner {
    static final Set<String> PROGRAMS =
            Set.of("smpquery", "sminfo", "kill", "ping", "ibnetdiscover", "iblinkinfo", "ibqueryerrors", "saquery");
    private static final String PROGRAM = "smpquery";
    private static final int PER_ROW = 8;
    private static final Pattern PID = Pattern.compile("[0-9]{1,9}");

    private final Fabric fabric;
    private final Reach reach;
    private final String node;

    /** Whether a packet from one interface finds the owner of an address. */
    interface Reach {
        boolean reaches(String node, String interfaceName, String target, int bytes);
    }

    FabricCommands(Fabric fabric, Reach reach, String node) {
        this.fabric = fabric;
        this.reach = reach;
        this.node = node;
    }

    @Override
    public boolean knows(String program) {
        return PROGRAMS.contains(program);
    }

    @Override
    public CommandResult run(Command command) {
        return switch (command.program()) {
            case "smpquery" -> smpquery(command);
            case "sminfo" ->
                fabric.subnetManager()
                        .flatMap(SimulatedOpenSm::info)
                        .map(text -> CommandResult.exited(command, 0, text, ""))
                        .orElseGet(() ->
                                iberror(command, "query", "ibwarn: [4711] mad_rpc: _do_madrpc failed; dport (Lid 1)"));
            case "kill" -> kill(command);
            case "ping" -> ping(command);
            case "ibnetdiscover" -> CommandResult.exited(command, 0, FabricTools.netDiscover(fabric), "");
            case "iblinkinfo" -> CommandResult.exited(command, 0, FabricTools.linkInfo(fabric), "");
            case "ibqueryerrors" -> CommandResult.exited(command, 0, FabricTools.noErrors(fabric), "");
            case "saquery" -> saquery(command);
            default -> CommandResult.notStarted(command, "the fabric does not know it");
        };
    }

    private static CommandResult failed(Command command, int code, String error) {
        return CommandResult.exited(command, code, "", error + "\n");
    }

    /** These tools tell the reason on standard output, and a trace on standard error. */
    private static CommandResult iberror(Command command, String reason, String trace) {
        return CommandResult.exited(
                command, 255, command.program() + ": iberror: failed: " + reason + "\n", trace + "\n");
    }

    private static List<String> withoutPort(List<String> argv) {
        List<String> words = new ArrayList<>(argv);
        for (String option : List.of("-C", "-P", "-t")) {
            int at = words.indexOf(option);
            if (at > 0 && at + 1 < words.size()) {
                words.subList(at, at + 2).clear();
            }
        }
        return words;
    }

    private CommandResult saquery(Command command) {
        if (command.argv().contains("-g")) {
            return fabric.subnetManager()
                    .filter(SimulatedOpenSm::isRunning)
                    .map(manager -> CommandResult.exited(command, 0, FabricTools.groups(fabric), ""))
                    .orElseGet(() -> CommandResult.exited(
                            command, 1, "", "ibwarn: [4713] sa_query: umad_recv failed: Connection timed out\n"));
        }
        return fabric.subnetManager()
                .flatMap(FabricTools::smRecords)
                .map(text -> CommandResult.exited(command, 0, text, ""))
                .orElseGet(() -> CommandResult.exited(
                        command, 1, "", "ibwarn: [4713] sa_query: umad_recv failed: Connection timed out\n"));
    }

    private CommandResult smpquery(Command command) {
        List<String> argv = withoutPort(command.argv());
        if (argv.equals(List.of(PROGRAM, "pkeys", "-D", "0"))) {
            return CommandResult.exited(command, 0, print(ownTable()), "");
        }
        if (argv.size() == 4 && argv.subList(0, 3).equals(List.of(PROGRAM, "-G", "portinfo"))) {
            return table(argv.get(3))
                    .map(present -> CommandResult.exited(command, 0, FabricTools.portInfo(), ""))
                    .orElseGet(() -> unresolved(command, argv.get(3)));
        }
        if (argv.equals(List.of(PROGRAM, "portinfo", "-D", "0"))) {
            return CommandResult.exited(
                    command,
                    0,
                    "# Port info: DR path slid 0; dlid 0; 0 port 0\nNeighborMTU:.....................4096\n",
                    "");
        }
        if (argv.size() == 4 && argv.subList(0, 3).equals(List.of(PROGRAM, "-G", "nodeinfo"))) {
            return table(argv.get(3))
                    .map(found -> CommandResult.exited(
                            command, 0, "# Node info: Lid 1\nNodeType:........................Channel Adapter\n", ""))
                    .orElseGet(() -> unresolved(command, argv.get(3)));
        }
        if (argv.size() != 4 || !argv.subList(0, 3).equals(List.of(PROGRAM, "-G", "pkeys"))) {
            return failed(
                    command,
                    1,
                    "smpquery: the simulation answers only: smpquery -G pkeys|portinfo <port GUID>, smpquery pkeys -D 0");
        }
        String guid = argv.get(3);
        return table(guid)
                .map(entries -> CommandResult.exited(command, 0, print(entries), ""))
                .orElseGet(() -> unresolved(command, guid));
    }

    private static CommandResult unresolved(Command command, String guid) {
        return iberror(
                command,
                "can't resolve destination port " + guid,
                "ibwarn: [4712] ib_path_query_via: sa call path_query failed");
    }

    /** One's own port is asked without the subnet manager, and without a cable too. */
    private List<Integer> ownTable() {
        return fabric.with(() -> fabric.ports().stream()
                .filter(port -> port.node().equals(node))
                .findFirst()
                .map(FabricPort::table)
                .orElse(List.of()));
    }

    /** Finding a port takes a path record, so the subnet manager has to live. */
    private Optional<List<Integer>> table(String guid) {
        try {
            Guid port = Guid.parse(guid);
            return fabric.with(() -> fabric.port(port)
                    .filter(found -> isManaged() && found.isOnFabric())
                    .map(FabricPort::table));
        } catch (InvalidValueException e) {
            return Optional.empty();
        }
    }

    private boolean isManaged() {
        return fabric.subnetManager().filter(SimulatedOpenSm::isRunning).isPresent();
    }

    private static String print(List<Integer> entries) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < SimulatedPort.TABLE_SIZE; i++) {
            if (i % PER_ROW == 0) {
                text.append(String.format(Locale.ROOT, "%4d:", i));
            }
            text.append(String.format(Locale.ROOT, " 0x%04x", i < entries.size() ? entries.get(i) : 0));
            if (i % PER_ROW == PER_ROW - 1) {
                text.append('\n');
            }
        }
        return text.append(SimulatedPort.TABLE_SIZE)
                .append(" pkeys capacity for this port\n")
                .toString();
    }

    private CommandResult kill(Command command) {
        List<String> argv = command.argv();
        Matcher pid = PID.matcher(argv.get(argv.size() - 1));
        if (argv.size() != 3 || !argv.get(1).equals("-HUP") || !pid.matches()) {
            return failed(command, 1, "kill: the simulation knows only: kill -HUP <pid>");
        }
        return fabric.subnetManager()
                        .filter(manager -> manager.hangup(Long.parseLong(pid.group())))
                        .isPresent()
                ? CommandResult.exited(command, 0, "", "")
                : failed(command, 1, "kill: sending signal to " + pid.group() + " failed: No such process");
    }

    private CommandResult ping(Command command) {
        List<String> argv = command.argv();
        String target = argv.get(argv.size() - 1);
        int sent = Integer.parseInt(option(argv, "-c").orElse("3"));
        int bytes = Integer.parseInt(option(argv, "-s").orElse("56")) + (target.contains(":") ? 48 : 28);
        boolean answered = reach.reaches(node, option(argv, "-I").orElse(""), target, bytes);
        int received = answered ? sent : 0;
        String text = "PING " + target + "\n\n--- " + target + " ping statistics ---\n" + sent
                + " packets transmitted, " + received + " received, " + (answered ? 0 : 100)
                + "% packet loss, time " + sent * 200 + "ms\n"
                + (answered ? "rtt min/avg/max/mdev = 0.011/0.014/0.019/0.002 ms\n" : "");
        return CommandResult.exited(command, answered ? 0 : 1, text, "");
    }

    private static Optional<String> option(List<String> argv, String name) {
        int at = argv.indexOf(name);
        return at < 0 || at + 1 >= argv.size() ? Optional.empty() : Optional.of(argv.get(at + 1));
    }
}
