package dev.ibportal.daemon.simulate;

import dev.ibportal.daemon.drivers.DriverInventory;
import dev.ibportal.daemon.enrol.Applicant;
import dev.ibportal.daemon.enrol.Enroller;
import dev.ibportal.daemon.enrol.Identity;
import dev.ibportal.daemon.enrol.IdentityStore;
import dev.ibportal.daemon.enrol.PortalChannels;
import dev.ibportal.daemon.host.Command;
import dev.ibportal.daemon.host.HostFiles;
import dev.ibportal.daemon.host.HostFiles.FileMode;
import dev.ibportal.daemon.host.simulated.SimulatedHost;
import dev.ibportal.daemon.host.simulated.SimulatedPort;
import dev.ibportal.daemon.inventory.HostInventory;
import dev.ibportal.daemon.inventory.Inventory;
import dev.ibportal.daemon.journal.ActionJournal;
import dev.ibportal.daemon.reconcile.HostReconciler;
import dev.ibportal.daemon.session.ConnectionBoard;
import dev.ibportal.daemon.session.Line;
import dev.ibportal.daemon.session.NodeAgent;
import dev.ibportal.daemon.session.SharedRuntime;
import dev.ibportal.daemon.session.SubnetManagerRole;
import dev.ibportal.daemon.sm.SmRole;
import dev.ibportal.daemon.sm.SmSettings;
import dev.ibportal.daemon.state.StateDir;
import dev.ibportal.types.EnrolmentToken;
import dev.ibportal.types.Guid;
import dev.ibportal.types.NodeIdentity.Role;
import java.io.IOException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** One simulated host with a real daemon on it. */
final class SimulatedNode {
    private static final String INTERFACES = "/etc/network/interfaces";
    private static final Set<String> LOOKING = Set.of("-j", "-t", "show", "--offline", "-n");
    private static final Set<String> CHANGING = Set.of("ip", "modprobe", "nmcli");
    private static final Duration SETTLE_LIMIT = Duration.ofSeconds(10);
    private static final Duration WATCH = Duration.ofSeconds(2);

    private final String name;
    private final String machineId;
    private final World world;
    private final StateDir state;
    private final IdentityStore identities;
    private final SimulatedHost host;
    private final FabricPort port;
    private final Inventory inventory;
    private final Wire wire = new Wire();
    private final PortalChannels channels;
    private final Set<FaultKind> faults = EnumSet.noneOf(FaultKind.class);
    private @Nullable NodeAgent agent;

    /** What the hosts of one simulation share. */
    record World(
            Fabric fabric,
            Reachability reach,
            SimulationSettings settings,
            SharedRuntime runtime,
            PortalChannels channels,
            String daemonVersion) {}

    /** As an operator who follows the advice has them; the keys protect nothing here. */
    private static final String OPTIONS = """
            keep_pkey_indexes FALSE
            m_key 0x5ee1000000000001
            sm_key 0x5ee1000000000002
            sa_key 0x5ee1000000000003
            """;

    SimulatedNode(String name, Guid guid, String machineId, StateDir state, World world) throws IOException {
        this.name = name;
        this.machineId = machineId;
        this.world = world;
        this.state = state;
        this.identities = new IdentityStore(state);
        SimulatedPort simulated = new SimulatedPort(guid);
        HostFiles files = new LooseFiles(state.path().resolve("root"));
        if (files.read(INTERFACES).isMissing()) {
            files.write(INTERFACES, "source /etc/network/interfaces.d/*\n", FileMode.WORLD_READABLE);
            files.write(SmSettings.USUAL_OPTIONS_FILE, OPTIONS, FileMode.WORLD_READABLE);
            files.write(
                    "/etc/os-release",
                    "ID=debian\nVERSION_ID=\"12\"\nPRETTY_NAME=\"Debian GNU/Linux 12 (simulated)\"\n",
                    FileMode.WORLD_READABLE);
        }
        this.host = SimulatedHost.named(name)
                .port(simulated)
                .files(files)
                .clock(world.runtime().clock())
                .build();
        this.port = world.fabric().attach(name, simulated);
        this.inventory = new DriverInventory(new HostInventory(host.host()), host.host());
        this.channels = world.channels().with(wire::connect);
        FabricCommands commands = new FabricCommands(world.fabric(), world.reach(), name);
        FabricCommands.PROGRAMS.forEach(program -> host.program(program, commands));
        world.reach().add(name, inventory, host);
    }

    String name() {
        return name;
    }

    FabricPort port() {
        return port;
    }

    HostFiles files() {
        return host.host().files();
    }

    Optional<Identity> identity() {
        return identities.find();
    }

    Set<FaultKind> faults() {
        synchronized (faults) {
            return faults.isEmpty() ? Set.of() : EnumSet.copyOf(faults);
        }
    }

    void enrol(EnrolmentToken token) {
        Applicant applicant = new Applicant(machineId, name, world.daemonVersion());
        identities.save(new Enroller(channels, world.runtime().clock())
                .enrol(world.settings().portal(), token, applicant));
    }

    boolean isSubnetManager() {
        return identity()
                .filter(found -> found.names().has(Role.SUBNET_MANAGER))
                .isPresent();
    }

    /** Starts the daemon; {@code subnetManager} when this host runs the fabric's. */
    void start(Optional<SimulatedOpenSm> subnetManager) throws IOException {
        StateDir own = state.child("node-" + identities.load().nodeId());
        SubnetManagerRole role = SubnetManagerRole.NONE;
        if (subnetManager.isPresent()) {
            SmRole openSm = SmRole.openSm(
                    new SmSettings(
                            SimulatedOpenSm.PARTITIONS_FILE,
                            SimulatedOpenSm.PID_FILE,
                            SmSettings.USUAL_OPTIONS_FILE,
                            SETTLE_LIMIT,
                            WATCH,
                            2),
                    host.host(),
                    subnetManager.get(),
                    subnetManager.get().log(),
                    own,
                    world.runtime());
            openSm.start();
            role = openSm;
        }
        Line line = new Line(
                name,
                world.settings().portal(),
                channels,
                identities,
                ConnectionBoard.NONE,
                world.runtime().clock());
        HostFiles memory = new LooseFiles(own.path());
        ActionJournal journal = ActionJournal.open(memory, world.runtime().clock());
        agent = new NodeAgent(
                line,
                new NodeAgent.Setup(
                        world.daemonVersion(),
                        machineId,
                        host.host(),
                        HostReconciler.open(host.host(), memory, HostReconciler.Options.USUAL, journal),
                        inventory,
                        role,
                        journal,
                        own),
                world.runtime());
        agent.start();
    }

    CompletableFuture<Void> stop() {
        return agent == null ? CompletableFuture.completedFuture(null) : agent.stop();
    }

    void fault(FaultKind kind, boolean on) {
        synchronized (faults) {
            if (on ? !faults.add(kind) : !faults.remove(kind)) {
                return;
            }
            switch (kind) {
                case KEY_WITHHELD -> world.fabric().change(() -> port.deaf(on));
                case PORT_DOWN -> world.fabric().change(() -> port.link(!on));
                case PORT_ETHERNET -> world.fabric().change(() -> port.ethernet(on));
                case HALF_OPEN -> wire.cut(on);
                case MODULE_MISSING -> {
                    setCommandFaults();
                    host.byHand("modprobe", on ? "-r" : "-a", "ib_ipoib");
                }
                case COMMAND_FAILS, COMMAND_HANGS -> setCommandFaults();
                case NO_SM -> throw new IllegalArgumentException("the subnet manager is not a node's");
            }
        }
    }

    private void setCommandFaults() {
        host.faults().clear();
        host.faults().moduleMissing(faults.contains(FaultKind.MODULE_MISSING));
        if (faults.contains(FaultKind.COMMAND_HANGS)) {
            host.faults().hang(SimulatedNode::changesTheHost);
        }
        if (faults.contains(FaultKind.COMMAND_FAILS)) {
            host.faults().fail(SimulatedNode::changesTheHost, 2, "RTNETLINK answers: Operation not permitted");
        }
    }

    private static boolean changesTheHost(Command command) {
        return CHANGING.contains(command.program()) && command.argv().stream().noneMatch(LOOKING::contains);
    }
}
