package dev.ibportal.daemon.diagnose;

import dev.ibportal.daemon.host.Command;
import dev.ibportal.daemon.host.CommandResult;
import dev.ibportal.daemon.host.simulated.SimulatedHost;
import dev.ibportal.daemon.host.simulated.SimulatedPort;
import dev.ibportal.diagnosis.Case;
import dev.ibportal.diagnosis.Diagnosis;
import dev.ibportal.diagnosis.Doctor;
import dev.ibportal.types.Guid;
import dev.ibportal.types.IbMtu;
import dev.ibportal.types.IpAddress;
import dev.ibportal.types.PKey;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;

/** A simulated host with one child, whose peer is a faked ping. */
final class ChildHost {
    final SimulatedPort port = new SimulatedPort(Guid.parse("0x506b4b0300d1a2b2"));
    final SimulatedHost host = SimulatedHost.named("node1").port(port).build();
    private final String child;

    ChildHost(String pkey, IbMtu group, Integer... table) {
        child = "ib0." + pkey.substring(2);
        port.update(state -> state.active(12, 1).withPkeys(List.of(table)).withGroups(Map.of(PKey.parse(pkey), group)));
        host.byHand("ip", "link", "set", "dev", "ib0", "up");
        host.byHand("ip", "link", "add", "link", "ib0", "name", child, "type", "ipoib", "pkey", pkey);
        host.byHand("ip", "link", "set", "dev", child, "up");
    }

    ChildHost with(String... addresses) {
        for (String address : addresses) {
            host.byHand("ip", "addr", "add", address, "dev", child);
        }
        return this;
    }

    /** The peer answers to payloads that pass this test. */
    ChildHost answers(IntPredicate payload) {
        host.program("ping", command -> ping(command, payload));
        return this;
    }

    private static CommandResult ping(Command command, IntPredicate payload) {
        List<String> argv = command.argv();
        int size = argv.contains("-s") ? Integer.parseInt(argv.get(argv.indexOf("-s") + 1)) : 56;
        boolean answered = payload.test(size);
        return CommandResult.exited(
                command,
                answered ? 0 : 1,
                "2 packets transmitted, " + (answered ? 2 : 0) + " received, 0% packet loss, time 200ms\n",
                "");
    }

    Diagnosis diagnose() {
        return judge(Question.about(child));
    }

    Diagnosis diagnose(String peer) {
        return judge(Question.about(child).to(IpAddress.parse(peer)));
    }

    private Diagnosis judge(Question question) {
        return Doctor.judge(Case.node(new HostDoctor(host.host(), new PortMemory()).gather(question)));
    }

    List<List<String>> pings() {
        return host.commandLog().stream()
                .filter(command -> command.program().equals("ping"))
                .map(Command::argv)
                .toList();
    }
}
