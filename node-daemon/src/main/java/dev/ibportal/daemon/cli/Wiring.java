package dev.ibportal.daemon.cli;

import dev.ibportal.daemon.drivers.DriverInventory;
import dev.ibportal.daemon.enrol.Identity;
import dev.ibportal.daemon.enrol.IdentityStore;
import dev.ibportal.daemon.enrol.PortalChannels;
import dev.ibportal.daemon.host.Host;
import dev.ibportal.daemon.host.HostFiles;
import dev.ibportal.daemon.host.linux.LinuxHost;
import dev.ibportal.daemon.host.linux.LinuxHostFiles;
import dev.ibportal.daemon.inventory.HostInventory;
import dev.ibportal.daemon.inventory.Inventory;
import dev.ibportal.daemon.journal.ActionJournal;
import dev.ibportal.daemon.journal.RecordedHost;
import dev.ibportal.daemon.reconcile.HostReconciler;
import dev.ibportal.daemon.reconcile.NodeReconciler;
import dev.ibportal.daemon.reconcile.TransactionId;
import dev.ibportal.daemon.session.ConnectionBoard;
import dev.ibportal.daemon.session.Line;
import dev.ibportal.daemon.session.NodeAgent;
import dev.ibportal.daemon.session.SharedRuntime;
import dev.ibportal.daemon.session.SubnetManagerRole;
import dev.ibportal.daemon.sm.PlainLogFile;
import dev.ibportal.daemon.sm.ProcessTable;
import dev.ibportal.daemon.sm.SmRole;
import dev.ibportal.daemon.sm.SmSettings;
import dev.ibportal.daemon.state.StateDir;
import dev.ibportal.types.NodeIdentity.Role;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Puts the parts of one daemon on a real host together. */
final class Wiring {
    private static final Logger LOG = LoggerFactory.getLogger(Wiring.class);

    private final DaemonConfig config;
    private final SharedRuntime runtime;
    private final PortalChannels channels;

    Wiring(DaemonConfig config, SharedRuntime runtime, PortalChannels channels) {
        this.config = config;
        this.runtime = runtime;
        this.channels = channels;
    }

    static Host host(DaemonConfig config, Clock clock) {
        return LinuxHost.open(
                config.hostRoot(),
                config.sysfsRoot(),
                config.commandPath(),
                config.commandEnvironment(),
                System.getenv(),
                clock);
    }

    /** The reconciler alone, for a command that works without a session. */
    static NodeReconciler reconciler(DaemonConfig config, StateDir state, Clock clock) throws IOException {
        StateDir own = own(state, new IdentityStore(state).load());
        return HostReconciler.open(host(config, clock), new LinuxHostFiles(own.path()), options(config));
    }

    static String lastTransaction(StateDir state) throws IOException {
        return TransactionId.of(own(state, new IdentityStore(state).load())
                .read(TransactionId.FILE)
                .map(content -> new String(content, StandardCharsets.UTF_8)));
    }

    /** What was applied as another node says nothing about this one. */
    private static StateDir own(StateDir state, Identity identity) {
        return state.child("node-" + identity.nodeId());
    }

    private static HostReconciler.Options options(DaemonConfig config) {
        return HostReconciler.Options.USUAL.over(new PortalWay(config.portal(), config.deadMan()));
    }

    NodeAgent agent(StateDir state) throws IOException {
        IdentityStore identities = new IdentityStore(state);
        Identity identity = identities.load();
        StateDir own = own(state, identity);
        Host host = host(config, runtime.clock());
        Inventory inventory = new DriverInventory(new HostInventory(host), host);
        ConnectionBoard board =
                new StatusFile(state, runtime.clock(), config.portal().toString(), identity.nodeId());
        HostFiles memory = new LinuxHostFiles(own.path());
        ActionJournal journal = ActionJournal.open(memory, runtime.clock());
        Line line = new Line("ibnoded", config.portal(), channels, identities, board, runtime.clock());
        return new NodeAgent(
                line,
                new NodeAgent.Setup(
                        Version.text(),
                        MachineId.of(host.files(), state),
                        host,
                        HostReconciler.open(host, memory, options(config), journal),
                        inventory,
                        subnetManager(identity, host, own, journal),
                        journal,
                        own),
                runtime);
    }

    private SubnetManagerRole subnetManager(Identity identity, Host host, StateDir state, ActionJournal journal) {
        boolean allowed = identity.names().has(Role.SUBNET_MANAGER);
        if (allowed != config.subnetManager().isPresent()) {
            LOG.warn(
                    allowed
                            ? "this node has the role subnet-manager, but neither sm.partitions-file, sm.pid-file and"
                                    + " sm.log-file nor sm.ufm.address are configured"
                            : "a subnet manager is configured, but this node was not given the role subnet-manager");
        }
        if (!allowed || config.subnetManager().isEmpty()) {
            return SubnetManagerRole.NONE;
        }
        SmRole role = role(config.subnetManager().get(), host, state, journal);
        role.start();
        return role;
    }

    private SmRole role(DaemonConfig.SubnetManager manager, Host host, StateDir state, ActionJournal journal) {
        if (manager instanceof DaemonConfig.SubnetManager.Ufm ufm) {
            return SmRole.ufm(ufm.settings(), host, journal.under(""), state, runtime);
        }
        DaemonConfig.SubnetManager.OpenSm files = (DaemonConfig.SubnetManager.OpenSm) manager;
        return SmRole.openSm(
                SmSettings.usual(files.partitionsFile(), files.pidFile(), files.optionsFile()),
                RecordedHost.of(host, journal.under("")),
                ProcessTable.linux(),
                new PlainLogFile(Path.of(config.hostRoot() + files.logFile())),
                state,
                runtime);
    }
}
