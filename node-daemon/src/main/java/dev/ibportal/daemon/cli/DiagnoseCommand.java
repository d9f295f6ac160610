package dev.ibportal.daemon.cli;

import dev.ibportal.daemon.diagnose.HostDoctor;
import dev.ibportal.daemon.diagnose.PortMemory;
import dev.ibportal.daemon.diagnose.Question;
import dev.ibportal.daemon.host.Host;
import dev.ibportal.daemon.inventory.HostView;
import dev.ibportal.daemon.inventory.NetdevView;
import dev.ibportal.diagnosis.Case;
import dev.ibportal.diagnosis.Diagnosis;
import dev.ibportal.diagnosis.Doctor;
import dev.ibportal.diagnosis.Facts;
import dev.ibportal.types.Guid;
import dev.ibportal.types.InvalidValueException;
import dev.ibportal.types.IpAddress;
import java.time.Clock;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** Why it does not ping, found on the host itself. */
@Command(
        name = "diagnose",
        description = "Walks the chain from the adapter to the peer, and names the first link that is broken, with the"
                + " evidence and what mends it. Looks only, and needs no portal.",
        mixinStandardHelpOptions = true)
final class DiagnoseCommand implements Callable<Integer> {
    @ParentCommand
    private IbnodedCommand parent = new IbnodedCommand();

    @Option(
            names = "--peer",
            paramLabel = "NAME|IP",
            description = "Who does not answer: an address, or a name in /etc/hosts.")
    private @Nullable String peer;

    @Option(
            names = "--interface",
            paramLabel = "NAME",
            description = "For example ib0.8005; default: the one that leads to the peer, else every IPoIB interface.")
    private @Nullable String interfaceName;

    @Option(
            names = "--peer-port",
            paramLabel = "GUID",
            description = "GUID of the peer's port, where the neighbour table does not know it.")
    private @Nullable String peerPort;

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    @Override
    public Integer call() {
        Host host = Wiring.host(parent.configForLooking(), Clock.systemUTC());
        HostDoctor doctor = new HostDoctor(host, new PortMemory());
        HostView view = doctor.view();
        Optional<IpAddress> target = Optional.ofNullable(peer).map(name -> address(host, name));
        List<DiagnosisPrint.Told> told = questions(view, target).stream()
                .map(question -> {
                    Facts facts = doctor.gather(question, view);
                    return new DiagnosisPrint.Told(question, facts, Doctor.judge(Case.node(facts)));
                })
                .toList();
        System.out.print(
                json
                        ? DiagnosisPrint.json(told)
                        : DiagnosisPrint.text(told, host.clock().instant()));
        return told.stream().allMatch(each -> each.diagnosis().verdict() == Diagnosis.Verdict.SOUND)
                ? ExitCode.OK
                : ExitCode.FAILED;
    }

    private List<Question> questions(HostView view, Optional<IpAddress> target) {
        Question open = new Question(
                Optional.ofNullable(interfaceName),
                Optional.empty(),
                Optional.empty(),
                target,
                Optional.ofNullable(peerPort).map(Guid::parse),
                Question.Wanted.NOTHING);
        List<String> names = view.knownNetdevs().stream()
                .filter(NetdevView::ipoib)
                .map(NetdevView::name)
                .toList();
        return interfaceName != null || target.isPresent() || names.isEmpty()
                ? List.of(open)
                : names.stream().map(Question::about).toList();
    }

    /** Never by DNS: what does not work is often the way to the name server. */
    private static IpAddress address(Host host, String name) {
        try {
            return IpAddress.parse(name);
        } catch (InvalidValueException e) {
            return host.files()
                    .read("/etc/hosts")
                    .found()
                    .orElse("")
                    .lines()
                    .map(line ->
                            Arrays.asList(line.replaceFirst("#.*", "").strip().split("\\s+")))
                    .filter(words ->
                            words.size() > 1 && words.subList(1, words.size()).contains(name))
                    .findFirst()
                    .map(words -> IpAddress.parse(words.get(0)))
                    .orElseThrow(() -> new InvalidValueException(
                            "peer.unknown",
                            "peer \"" + name + "\" is neither an IP address nor a name in /etc/hosts",
                            name));
        }
    }
}
