package dev.ibportal.daemon.simulate;

import com.google.protobuf.ByteString;
import dev.ibportal.agent.v1.Absent;
import dev.ibportal.agent.v1.Held;
import dev.ibportal.agent.v1.MembershipType;
import dev.ibportal.agent.v1.PortTable;
import dev.ibportal.agent.v1.SmDocument;
import dev.ibportal.agent.v1.SmKind;
import dev.ibportal.agent.v1.SmMember;
import dev.ibportal.agent.v1.SmPartition;
import dev.ibportal.agent.v1.SmPresent;
import dev.ibportal.agent.v1.SmReadBack;
import dev.ibportal.agent.v1.SmRefusal;
import dev.ibportal.daemon.host.Command;
import dev.ibportal.daemon.host.CommandResult;
import dev.ibportal.daemon.host.CommandRunner;
import dev.ibportal.daemon.host.Host;
import dev.ibportal.daemon.host.Reading;
import dev.ibportal.daemon.host.SysFs;
import dev.ibportal.daemon.host.simulated.SimulatedPort;
import dev.ibportal.daemon.journal.Actions;
import dev.ibportal.daemon.session.SessionSettings;
import dev.ibportal.daemon.session.SharedRuntime;
import dev.ibportal.daemon.sm.SmRole;
import dev.ibportal.daemon.sm.SmSettings;
import dev.ibportal.daemon.sm.UfmSettings;
import dev.ibportal.daemon.state.StateDir;
import dev.ibportal.daemon.testing.SmallDisk;
import dev.ibportal.opensm.PartitionsConfRenderer;
import dev.ibportal.opensm.SmDocuments;
import dev.ibportal.types.Guid;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.UnaryOperator;

/** A subnet manager's daemon on a simulated fabric, driven as the portal would. */
final class SmBench implements SmLine {
    static final Guid SM_PORT = new Guid(0x10);
    static final Guid A = new Guid(0xa);
    static final Guid B = new Guid(0xb);

    final Fabric fabric = new Fabric(1);
    final SmallDisk files = new SmallDisk();
    final List<Command> commands = new CopyOnWriteArrayList<>();
    private final SmAnswers answers = new SmAnswers();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final ScheduledExecutorService timer = Executors.newScheduledThreadPool(2);
    final SimulatedOpenSm subnetManager;
    private final Path dir;
    private final Optional<UfmSimulator> ufm;
    private volatile UnaryOperator<CommandResult> falsifier = UnaryOperator.identity();
    private Optional<UfmSettings> configured = Optional.empty();
    SmRole role;

    /** OpenSM on the daemon's own host. */
    SmBench(Path dir) {
        this(dir, false);
    }

    /** A UFM, with an OpenSM below it that it tells by a file, as the real one does. */
    static SmBench ofUfm(Path dir) {
        return new SmBench(dir, true);
    }

    private SmBench(Path dir, boolean withUfm) {
        this.dir = dir;
        for (Guid guid : List.of(SM_PORT, A, B)) {
            fabric.attach("node-" + guid, new SimulatedPort(guid));
        }
        subnetManager = new SimulatedOpenSm(fabric, SM_PORT, files, timer, Clock.systemUTC(), Duration.ofMillis(5));
        fabric.subnetManager(subnetManager);
        ufm = withUfm ? Optional.of(new UfmSimulator(dir, files, subnetManager, timer)) : Optional.empty();
        role = role();
    }

    UfmSimulator ufm() {
        return ufm.orElseThrow();
    }

    boolean isUfm() {
        return ufm.isPresent();
    }

    private SmRole role() {
        CommandRunner fabricCommands = new FabricCommands(fabric, (node, interfaceName, target, bytes) -> false, "sm");
        CommandRunner recorded = new CommandRunner() {
            @Override
            public CommandResult run(Command command) {
                commands.add(command);
                return falsifier.apply(fabricCommands.run(command));
            }

            @Override
            public boolean knows(String program) {
                return fabricCommands.knows(program);
            }
        };
        Host host = new Host(recorded, noSysFs(), files, listener -> () -> {}, Clock.systemUTC());
        SharedRuntime runtime =
                new SharedRuntime(threads, timer, Clock.systemUTC(), new Random(1), SessionSettings.USUAL);
        SmRole made = ufm.isPresent()
                ? SmRole.ufm(
                        configured.orElseGet(ufm.get()::settings),
                        host,
                        Actions.NONE,
                        StateDir.open(dir.resolve("sm")),
                        runtime)
                : openSm(host, runtime);
        made.start();
        return made;
    }

    private SmRole openSm(Host host, SharedRuntime runtime) {
        SmSettings settings = new SmSettings(
                SimulatedOpenSm.PARTITIONS_FILE,
                SimulatedOpenSm.PID_FILE,
                SmSettings.USUAL_OPTIONS_FILE,
                Duration.ofMillis(400),
                Duration.ofMillis(100),
                4);
        return SmRole.openSm(
                settings, host, subnetManager, subnetManager.log(), StateDir.open(dir.resolve("sm")), runtime);
    }

    @Override
    public void restartDaemon() {
        role.close();
        role = role();
    }

    /** The daemon begins again with other settings for its UFM. */
    void restartDaemon(UfmSettings settings) {
        configured = Optional.of(settings);
        restartDaemon();
    }

    void falsify(UnaryOperator<CommandResult> change) {
        falsifier = change;
    }

    @Override
    public void apply(SmDocument document) {
        role.apply(document, answers::add);
    }

    static SmDocument.Builder document(long generation, SmMember... members) {
        return SmDocument.newBuilder()
                .setFabricId("fabric")
                .setGeneration(generation)
                .setDefaultMembership(MembershipType.MEMBERSHIP_TYPE_LIMITED)
                .addAllReadBackGuids(
                        Arrays.stream(members).map(SmMember::getPortGuid).toList())
                .addPartitions(
                        SmPartition.newBuilder().setPkey(0x8005).setIpoib(true).addAllMembers(Arrays.asList(members)));
    }

    @Override
    public SmDocument sealedFor(SmDocument.Builder document) {
        if (isUfm()) {
            document.setSmKind(SmKind.SM_KIND_UFM);
        }
        return sealed(document);
    }

    /** With the digest of what the present members render to. */
    static SmDocument sealed(SmDocument.Builder document) {
        return sealed(document, document.build());
    }

    static SmDocument sealed(SmDocument.Builder document, SmDocument rendered) {
        String text = PartitionsConfRenderer.render(SmDocuments.conf(rendered));
        return document.setRenderedSha256(ByteString.copyFrom(SmDocuments.sha256(text)))
                .build();
    }

    static SmMember present(Guid port, MembershipType membership) {
        return SmMember.newBuilder()
                .setPortGuid(port.toString())
                .setPresent(SmPresent.newBuilder().setMembership(membership))
                .build();
    }

    static SmMember full(Guid port) {
        return present(port, MembershipType.MEMBERSHIP_TYPE_FULL);
    }

    static SmMember limited(Guid port) {
        return present(port, MembershipType.MEMBERSHIP_TYPE_LIMITED);
    }

    static SmMember absent(Guid port) {
        return SmMember.newBuilder()
                .setPortGuid(port.toString())
                .setAbsent(Absent.newBuilder().setLedgerId(1))
                .build();
    }

    static SmMember held(Guid port) {
        return SmMember.newBuilder()
                .setPortGuid(port.toString())
                .setHeld(Held.newBuilder().setReason("not seen"))
                .build();
    }

    SmRefusal refusal() {
        return answers.refusal();
    }

    List<SmReadBack> readBacks() {
        return answers.readBacks();
    }

    List<PortTable> tables(Guid port) {
        return answers.tables(port);
    }

    void forget() {
        answers.forget();
        commands.clear();
    }

    @Override
    public SmAnswers answers() {
        return answers;
    }

    @Override
    public Guid a() {
        return A;
    }

    @Override
    public Guid b() {
        return B;
    }

    @Override
    public void startManager() {
        subnetManager.start();
    }

    @Override
    public void killManager() {
        subnetManager.die();
    }

    @Override
    public List<Integer> table(Guid port) {
        return fabric.port(port).orElseThrow().table();
    }

    @Override
    public OptionalLong generation() {
        return role.generation();
    }

    private static SysFs noSysFs() {
        return new SysFs() {
            @Override
            public Reading<String> read(String path) {
                return Reading.missing();
            }

            @Override
            public Reading<List<String>> list(String path) {
                return Reading.missing();
            }

            @Override
            public Reading<String> resolve(String path) {
                return Reading.missing();
            }

            @Override
            public boolean exists(String path) {
                return false;
            }
        };
    }

    @Override
    public void close() {
        role.close();
        ufm.ifPresent(UfmSimulator::close);
        timer.shutdownNow();
        threads.shutdownNow();
    }
}
