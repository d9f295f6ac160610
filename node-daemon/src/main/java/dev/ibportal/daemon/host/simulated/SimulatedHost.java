package dev.ibportal.daemon.host.simulated;

import dev.ibportal.daemon.host.Command;
import dev.ibportal.daemon.host.CommandResult;
import dev.ibportal.daemon.host.CommandRunner;
import dev.ibportal.daemon.host.Host;
import dev.ibportal.daemon.host.HostChanges;
import dev.ibportal.daemon.host.HostFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/**
 * A Linux host with InfiniBand adapters, in memory. Commands print what the real tools print, sysfs follows the ports,
 * and its failures can be switched on. Light enough for a thousand in one process.
 */
public final class SimulatedHost {
    private static final int LOG_LIMIT = 2000;
    private static final int IPOIB_IN_NETWORKD = 250;
    private static final Set<String> PROGRAMS =
            Set.of("ip", "modprobe", "uname", "nmcli", "networkctl", "netplan", "sysctl", "ethtool");

    private final String name;
    private final SimulatedKernel kernel;
    private final SimulatedIp ip;
    private final SimulatedRouting routing;
    private final SimulatedSysctl sysctl;
    private final SimulatedResolver resolver;
    private final boolean hasResolver;
    private final SimulatedNetworkManager networkManager;
    private final boolean hasNetworkManager;
    private final OptionalInt networkdVersion;
    private final SimulatedFaults faults = new SimulatedFaults();
    private final SimulatedTroubles troubles = new SimulatedTroubles();
    private final SimulatedTools tools;
    private final HostFiles files;
    private final Map<String, CommandRunner> extras = new ConcurrentHashMap<>();
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    private final Deque<Command> log = new ArrayDeque<>();
    private final Host host;

    private SimulatedHost(Builder builder) {
        name = builder.name;
        kernel = new SimulatedKernel(builder.adapters());
        files = builder.files;
        hasNetworkManager = builder.networkManager;
        routing = new SimulatedRouting(kernel);
        sysctl = new SimulatedSysctl(kernel);
        resolver = new SimulatedResolver(kernel);
        hasResolver = builder.resolver;
        networkdVersion = builder.networkdVersion;
        kernel.whenGone(sysctl::forget);
        kernel.whenGone(resolver::forget);
        ip = new SimulatedIp(kernel, faults, routing);
        tools = new SimulatedTools(kernel, faults, troubles);
        networkManager = new SimulatedNetworkManager(kernel, files);
        builder.ports.forEach(port -> port.onChange(() -> listeners.forEach(Runnable::run)));
        host = new Host(
                new Commands(),
                new TroubledSysFs(new SimulatedSysFs(kernel), kernel, troubles),
                files,
                this::subscribe,
                builder.clock);
        if (builder.moduleLoaded) {
            kernel.loadIpoib();
        }
        if (networkdVersion.isPresent()) {
            markNetworkd();
        }
    }

    /** The files below /run that tell that it runs. */
    private void markNetworkd() {
        try {
            files.write("/run/systemd/netif/links/1", "ADMIN_STATE=unmanaged\n", HostFiles.FileMode.WORLD_READABLE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static Builder named(String name) {
        return new Builder(name);
    }

    /** Describes a host before it is switched on. */
    public static final class Builder {
        private final String name;
        private final List<SimulatedPort> ports = new ArrayList<>();
        private final List<String> netdevs = new ArrayList<>();
        private HostFiles files = new MemoryFiles();
        private Clock clock = Clock.systemUTC();
        private boolean networkManager;
        private boolean resolver;
        private OptionalInt networkdVersion = OptionalInt.empty();
        private boolean connectedPossible;
        private boolean moduleLoaded = true;

        private Builder(String name) {
            this.name = name;
        }

        /** An adapter with one port, whose interface is called {@code ib0}, {@code ib1} and so on. */
        public Builder port(SimulatedPort port) {
            return port(port, "ib" + ports.size());
        }

        public Builder port(SimulatedPort port, String netdev) {
            ports.add(port);
            netdevs.add(netdev);
            return this;
        }

        /** Where its files are; in memory unless said otherwise. */
        public Builder files(HostFiles place) {
            files = place;
            return this;
        }

        public Builder clock(Clock other) {
            clock = other;
            return this;
        }

        /** NetworkManager runs on it. Which files make it the keeper of the network is up to the files. */
        public Builder networkManager() {
            networkManager = true;
            return this;
        }

        /** systemd-resolved runs on it. */
        public Builder resolver() {
            resolver = true;
            return this;
        }

        /** systemd-networkd of this version runs on it. */
        public Builder networkd(int version) {
            networkdVersion = OptionalInt.of(version);
            return this;
        }

        /** Adapters of the generation that has connected mode. */
        public Builder connectedPossible() {
            connectedPossible = true;
            return this;
        }

        public Builder moduleNotLoaded() {
            moduleLoaded = false;
            return this;
        }

        public SimulatedHost build() {
            return new SimulatedHost(this);
        }

        private List<SimulatedAdapter> adapters() {
            List<SimulatedAdapter> adapters = new ArrayList<>();
            for (int i = 0; i < ports.size(); i++) {
                adapters.add(new SimulatedAdapter(
                        ports.get(i),
                        "mlx5_" + i,
                        netdevs.get(i),
                        String.format("0000:%02x:00.0", 0x3b + i),
                        connectedPossible));
            }
            return adapters;
        }
    }

    public Host host() {
        return host;
    }

    public String name() {
        return name;
    }

    public SimulatedFaults faults() {
        return faults;
    }

    public SimulatedTroubles troubles() {
        return troubles;
    }

    /** Whom it finds on its interfaces; nobody unless said otherwise. */
    public void neighbours(Neighbourhood neighbourhood) {
        ip.neighbours(neighbourhood);
    }

    /** Adds a program, or replaces one: {@code smpquery}, {@code ping}, {@code kill}. */
    public void program(String program, CommandRunner runner) {
        extras.put(program, runner);
    }

    /** The latest commands, oldest first. */
    public List<Command> commandLog() {
        synchronized (log) {
            return List.copyOf(log);
        }
    }

    /** Those of them that may change something. */
    public List<Command> changingCommands() {
        return commandLog().stream()
                .filter(command -> !command.argv().contains("-j")
                        && !command.argv().contains("-t")
                        && !isLooking(command)
                        && !command.argv().contains("--version")
                        && !command.program().equals("uname"))
                .toList();
    }

    private static boolean isLooking(Command command) {
        return switch (command.program()) {
            case "sysctl" -> !command.argv().contains("-w");
            case "resolvectl" -> command.argv().size() == 3;
            case "ethtool" -> command.argv().contains("-i");
            case "dmesg", "nft", "iptables", "ip6tables", "modinfo", "arping" -> true;
            default -> false;
        };
    }

    public void clearCommandLog() {
        synchronized (log) {
            log.clear();
        }
    }

    /** Somebody else does something at this host's console; the daemon's log and faults do not see it. */
    public CommandResult byHand(String... argv) {
        CommandResult result = real(Command.of(argv));
        listeners.forEach(Runnable::run);
        return result;
    }

    /** Everything live goes but the ports; then the keepers of the network bring back what their files say. */
    public void reboot() {
        kernel.unloadIpoib();
        routing.clear();
        sysctl.clear();
        kernel.loadIpoib();
        if (hasNetworkManager) {
            new SimulatedNetplan(files).generate();
            networkManager.boot();
        }
        SimulatedBoot boot = new SimulatedBoot(files, this::real);
        boot.ifupdown();
        if (networkdVersion.orElse(0) >= IPOIB_IN_NETWORKD) {
            boot.networkd();
        }
        boot.units();
        if (!hasNetworkManager) {
            SimulatedIfcfg.boot(files, this::real);
        }
    }

    private HostChanges.Subscription subscribe(Consumer<HostChanges.Change> listener) {
        Runnable told = () -> listener.accept(HostChanges.Change.now(HostChanges.Source.SYSFS));
        listeners.add(told);
        return () -> listeners.remove(told);
    }

    private CommandResult real(Command command) {
        CommandRunner extra = extras.get(command.program());
        if (extra != null) {
            return extra.run(command);
        }
        return switch (command.program()) {
            case "ip" -> ip.run(command);
            case "dmesg", "nft", "iptables", "ip6tables", "modinfo", "arping" -> tools.run(command);
            case "modprobe" -> modprobe(command);
            case "sysctl" -> sysctl.run(command);
            case "ethtool" -> ethtool(command);
            case "resolvectl" ->
                hasResolver
                        ? resolver.run(command)
                        : CommandResult.notStarted(command, "no allowed program «resolvectl»");
            case "uname" -> CommandResult.exited(command, 0, uname(command), "");
            case "networkctl" -> networkctl(command);
            case "netplan" -> new SimulatedNetplan(files).run(command);
            case "nmcli" ->
                hasNetworkManager
                        ? networkManager.run(command)
                        : CommandResult.exited(command, 8, "", "Error: NetworkManager is not running.\n");
            default -> CommandResult.notStarted(command, "no allowed program «" + command.program() + "»");
        };
    }

    private String uname(Command command) {
        return command.argv().size() == 2
                ? SimulatedKernel.RELEASE + "\n"
                : "Linux " + name + " " + SimulatedKernel.RELEASE + " x86_64\n";
    }

    private CommandResult networkctl(Command command) {
        if (networkdVersion.isEmpty()) {
            return CommandResult.notStarted(command, "no allowed program «networkctl»");
        }
        int version = networkdVersion.getAsInt();
        return CommandResult.exited(command, 0, "systemd " + version + " (" + version + ".1-1)\n+PAM +AUDIT\n", "");
    }

    /** {@code ethtool -L DEV combined N} and {@code ethtool -i DEV}. */
    private CommandResult ethtool(Command command) {
        if (command.argv().get(1).equals("-i")) {
            return CommandResult.exited(
                    command, 0, "driver: mlx5_core[ib_ipoib]\nversion: " + SimulatedKernel.RELEASE + "\n", "");
        }
        try {
            kernel.setChannels(
                    command.argv().get(2), Integer.parseInt(command.argv().get(4)));
            return CommandResult.exited(command, 0, "", "");
        } catch (SimulatedKernel.Refusal refusal) {
            return CommandResult.exited(command, refusal.exitCode, "", refusal.getMessage() + "\n");
        }
    }

    private CommandResult modprobe(Command command) {
        if (command.argv().contains("-r")) {
            kernel.unloadIpoib();
            return CommandResult.exited(command, 0, "", "");
        }
        String module = command.argv().get(command.argv().size() - 1);
        boolean loaded = kernel.modules().contains(module);
        if (!loaded && (faults.isModuleMissing() || !module.equals("ib_ipoib"))) {
            return CommandResult.exited(
                    command,
                    1,
                    "",
                    "modprobe: FATAL: Module " + module + " not found in directory /lib/modules/"
                            + SimulatedKernel.RELEASE + "\n");
        }
        kernel.loadIpoib();
        return CommandResult.exited(command, 0, "", "");
    }

    private final class Commands implements CommandRunner {
        @Override
        public CommandResult run(Command command) {
            synchronized (log) {
                if (log.size() >= LOG_LIMIT) {
                    log.removeFirst();
                }
                log.addLast(command);
            }
            return faults.run(command, SimulatedHost.this::real);
        }

        @Override
        public boolean knows(String program) {
            return PROGRAMS.contains(program)
                    || SimulatedTools.PROGRAMS.contains(program)
                    || (program.equals("resolvectl") && hasResolver)
                    || extras.containsKey(program);
        }
    }
}
