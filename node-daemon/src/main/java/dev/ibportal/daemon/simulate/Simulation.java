package dev.ibportal.daemon.simulate;

import dev.ibportal.daemon.enrol.EnrolmentException;
import dev.ibportal.daemon.enrol.PortalChannels;
import dev.ibportal.daemon.session.SessionSettings;
import dev.ibportal.daemon.session.SharedRuntime;
import dev.ibportal.daemon.state.StateDir;
import dev.ibportal.daemon.state.StateLock;
import dev.ibportal.types.InvalidValueException;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A fabric with its hosts, each with the daemon that a real host has. */
public final class Simulation implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Simulation.class);

    /** Enough for hosts that wait for a command, few enough for two cores. */
    private static final int THREADS = 16;

    private static final int EVENT_LOOPS = 2;
    private static final int STOP_SECONDS = 10;

    private final SimulationSettings settings;
    private final StateDir state;
    private final StateLock owned;
    private final Roster roster;
    private final Fabric fabric;
    private final SharedRuntime runtime;
    private final SimulatedNode.World world;
    private final PortalChannels channels;
    private final Map<String, SimulatedNode> nodes = new LinkedHashMap<>();
    private @Nullable ControlServer control;

    private Simulation(SimulationSettings settings, Clock clock) {
        this.settings = settings;
        this.state = StateDir.openUnforced(settings.stateDir());
        this.owned = state.own();
        this.runtime = runtime(settings, clock);
        this.roster = Roster.load(state, runtime.random());
        this.fabric = new Fabric(settings.switches());
        this.channels = new PortalChannels(EVENT_LOOPS);
        this.world = new SimulatedNode.World(
                fabric, new Reachability(fabric), settings, runtime, channels, settings.daemonVersion());
    }

    private static SharedRuntime runtime(SimulationSettings settings, Clock clock) {
        ThreadPoolExecutor threads = new ThreadPoolExecutor(
                THREADS,
                THREADS,
                10,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                new DefaultThreadFactory("work", true));
        threads.allowCoreThreadTimeOut(true);
        return new SharedRuntime(
                threads,
                Executors.newSingleThreadScheduledExecutor(new DefaultThreadFactory("timer", true)),
                clock,
                new SecureRandom(),
                SessionSettings.USUAL.withReconnectSpread(settings.reconnectSpread()));
    }

    /**
     * Starts everything: hosts of earlier runs, and those of the tokens, which enrol.
     *
     * @throws EnrolmentException if a token is not taken
     */
    public static Simulation start(SimulationSettings settings, Clock clock) throws IOException {
        Simulation simulation = new Simulation(settings, clock);
        try {
            simulation.begin();
        } catch (IOException | RuntimeException e) {
            simulation.close();
            throw e;
        }
        return simulation;
    }

    private synchronized void begin() throws IOException {
        for (String name : roster.names()) {
            node(name);
        }
        enrol(settings.tokens());
        List<SimulatedNode> enrolled = nodes.values().stream()
                .filter(node -> node.identity().isPresent())
                .toList();
        Optional<SimulatedNode> manager =
                enrolled.stream().filter(SimulatedNode::isSubnetManager).findFirst();
        for (SimulatedNode node : enrolled) {
            start(node, manager.filter(node::equals).isPresent());
        }
        for (SimulationSettings.Fault fault : settings.faults()) {
            fault(fault.kind(), fault.node(), true);
        }
        if (settings.controlPort().isPresent()) {
            control = new ControlServer(this, settings.controlPort().getAsInt(), runtime.threads());
        }
        LOG.info(
                "{} hosts on {} switches, subnet manager on {}",
                enrolled.size(),
                settings.switches(),
                manager.map(SimulatedNode::name).orElse("none: no node has the role subnet-manager"));
    }

    private SimulatedNode node(String name) throws IOException {
        SimulatedNode known = nodes.get(name);
        if (known != null) {
            return known;
        }
        int place = roster.place(name);
        SimulatedNode made = new SimulatedNode(
                name, roster.guid(place), roster.machineId(place), state.child("host-" + place), world);
        nodes.put(name, made);
        return made;
    }

    private void enrol(List<NodeToken> tokens) throws IOException {
        List<CompletableFuture<Void>> jobs = new ArrayList<>();
        for (NodeToken ticket : tokens) {
            SimulatedNode node = node(ticket.name());
            if (node.identity().isEmpty()) {
                jobs.add(CompletableFuture.runAsync(() -> node.enrol(ticket.token()), runtime.threads()));
            }
        }
        roster.save();
        jobs.forEach(Simulation::finish);
    }

    private static void finish(CompletableFuture<Void> job) {
        try {
            job.join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
        }
    }

    private void start(SimulatedNode node, boolean asManager) throws IOException {
        if (!asManager || fabric.subnetManager().isPresent()) {
            node.start(Optional.empty());
            return;
        }
        SimulatedOpenSm manager = new SimulatedOpenSm(
                fabric, node.port().guid(), node.files(), runtime.timer(), runtime.clock(), settings.sweepDelay());
        fabric.subnetManager(manager);
        node.start(Optional.of(manager));
        manager.start();
    }

    /** One more host, while the others run. */
    synchronized void add(NodeToken ticket) {
        try {
            enrol(List.of(ticket));
            start(node(ticket.name()), node(ticket.name()).isSubnetManager());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Switches a fault. */
    public synchronized void fault(FaultKind kind, String name, boolean on) {
        if (!kind.ofNode()) {
            SimulatedOpenSm manager = fabric.subnetManager()
                    .orElseThrow(() -> new InvalidValueException(
                            "fault.no-manager", "this fabric has no subnet manager that could fail", name));
            if (on) {
                manager.die();
            } else {
                manager.start();
            }
            return;
        }
        SimulatedNode node = nodes.get(name);
        if (node == null) {
            throw new InvalidValueException("fault.node", "there is no host \"" + name + "\"", name);
        }
        node.fault(kind, on);
    }

    /** What the control shows. */
    synchronized Map<String, Object> view() {
        List<Object> hosts = new ArrayList<>();
        for (SimulatedNode node : nodes.values()) {
            Map<String, Object> one = new LinkedHashMap<>();
            one.put("name", node.name());
            one.put("port", node.port().guid().toString());
            one.put("lid", node.port().lid());
            one.put(
                    "pkeys",
                    fabric.with(() -> node.port().table()).stream()
                            .map(entry -> String.format(Locale.ROOT, "0x%04x", entry))
                            .toList());
            one.put("faults", node.faults().stream().map(FaultKind::text).toList());
            hosts.add(one);
        }
        Map<String, Object> view = new LinkedHashMap<>();
        view.put(
                "subnetManagerRuns",
                fabric.subnetManager().filter(SimulatedOpenSm::isRunning).isPresent());
        view.put("hosts", hosts);
        return view;
    }

    /** Where the control listens; empty when there is none. */
    public synchronized Optional<Integer> controlPort() {
        return Optional.ofNullable(control).map(ControlServer::port);
    }

    @Override
    public synchronized void close() {
        if (control != null) {
            control.close();
        }
        CompletableFuture<?>[] ends =
                nodes.values().stream().map(SimulatedNode::stop).toArray(CompletableFuture[]::new);
        try {
            CompletableFuture.allOf(ends)
                    .orTimeout(STOP_SECONDS, TimeUnit.SECONDS)
                    .join();
        } catch (CompletionException e) {
            LOG.warn("not all daemons ended in order within {} s", STOP_SECONDS);
        }
        channels.close();
        runtime.timer().shutdownNow();
        runtime.threads().shutdownNow();
        owned.close();
    }
}
