package dev.ibportal.e2e.lab;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * A simulated fabric with real OpenSM, and hosts in network namespaces. Several can be up at once. Closing one leaves
 * nothing behind, and so does the end of this JVM, however it ends.
 *
 * <pre>{@code
 * try (Lab lab = Lab.builder().hosts(4).up()) {
 *     lab.subnetManager().partitions("Default=0x7fff, ipoib : ALL=limited, SELF=full ;\n…");
 *     lab.host(1).ip("link", "add", "link", "ib0", "name", "ib0.9001", "type", "ipoib", "pkey", "0x9001");
 *     lab.host(1).ping("ib0.9001", "10.60.0.2");
 * }
 * }</pre>
 */
public final class Lab implements AutoCloseable {
    private static final long FIRST_PORT = 0x0002c90300001001L;
    private static final int PORT_STEP = 0x10;

    private static final ObjectMapper JSON = new ObjectMapper();

    private final Path directory;
    private final @Nullable Path keptLogs;
    private final JsonNode description;
    private final List<LabHost> hosts;
    private final LabSubnetManager subnetManager;
    private final List<LabSubnetManager> standbys;

    private Lab(Path directory, @Nullable Path keptLogs) {
        this.directory = directory;
        this.keptLogs = keptLogs;
        this.description = read(directory.resolve("lab.json"));
        this.hosts = StreamSupport.stream(description.get("hosts").spliterator(), false)
                .map(host -> new LabHost(this, host))
                .toList();
        this.subnetManager = new LabSubnetManager(this, subnetManagerHost());
        this.standbys = StreamSupport.stream(description.get("standbys").spliterator(), false)
                .map(name -> new LabSubnetManager(this, named(name.asText())))
                .toList();
    }

    /** A lab of four hosts on one switch, unless told otherwise. */
    /** GUID of a port on the fabric by its number from 1: hosts first, then bystanders. */
    public static String portGuid(int number) {
        return String.format("0x%016x", FIRST_PORT + (long) (number - 1) * PORT_STEP);
    }

    public static Builder builder() {
        return new Builder();
    }

    public Path directory() {
        return directory;
    }

    public List<LabHost> hosts() {
        return hosts;
    }

    /** @param number from 1 */
    public LabHost host(int number) {
        return hosts.get(number - 1);
    }

    /** The host whose port OpenSM sits on; a daemon with the subnet-manager role belongs there. */
    public LabHost subnetManagerHost() {
        return named(description.get("sm_host").asText());
    }

    private LabHost named(String name) {
        return hosts.stream()
                .filter(host -> host.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    public LabSubnetManager subnetManager() {
        return subnetManager;
    }

    /** Those that stand by, in the order in which they were asked for. */
    public List<LabSubnetManager> standbys() {
        return standbys;
    }

    boolean runsSubnetManager(LabHost host) {
        return host.equals(subnetManager.host())
                || standbys.stream().anyMatch(standby -> standby.host().equals(host));
    }

    /** Where daemons on the hosts reach a server of this JVM's namespace; only with {@link Builder#management()}. */
    public String managementAddress() {
        return Optional.ofNullable(description.get("mgmt_address"))
                .filter(JsonNode::isTextual)
                .map(JsonNode::asText)
                .orElseThrow(() -> new IllegalStateException("this lab was built without a management network"));
    }

    /** Names of the network namespaces that this lab has made. */
    public List<String> namespaces() {
        List<String> names =
                new ArrayList<>(List.of(description.get("switch_netns").asText()));
        hosts.forEach(host -> names.add(host.namespace()));
        return names;
    }

    /** Everything the lab itself knows; for messages, not for assertions about the product. */
    public JsonNode state() {
        return parse(command("state").orThrow().out());
    }

    /** One console command of the simulator, for example {@code Error "host3"[1] 100 22}. */
    public String console(String command) {
        return command("console", command).orThrow().out();
    }

    @Override
    public void close() {
        if (keptLogs != null) {
            copy(directory.resolve("log"), keptLogs);
            copy(subnetManager.logFile(), keptLogs);
            copy(subnetManager.partitionsFile(), keptLogs);
        }
        command("down").orThrow();
    }

    Ran command(String verb, String... arguments) {
        return command(directory, verb, List.of(arguments));
    }

    private static Ran command(Path directory, String verb, List<String> arguments) {
        List<String> argv = new ArrayList<>(List.of(script().toString(), verb, "--dir", directory.toString()));
        argv.addAll(arguments);
        return Ran.run(argv);
    }

    /** Tests run in the module's folder, IDEs sometimes in the repository's. */
    static Path script() {
        for (Path candidate : List.of(Path.of("lab", "lab"), Path.of("e2e", "lab", "lab"))) {
            if (Files.isExecutable(candidate)) {
                return candidate.toAbsolutePath();
            }
        }
        throw new IllegalStateException("no lab/lab below " + Path.of("").toAbsolutePath());
    }

    static JsonNode parse(String json) {
        try {
            return JSON.readTree(json);
        } catch (IOException e) {
            throw new UncheckedIOException("not JSON: " + json, e);
        }
    }

    private static JsonNode read(Path file) {
        try {
            return JSON.readTree(file.toFile());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void copy(Path from, Path to) {
        Ran.run(List.of("mkdir", "-p", to.toString())).orThrow();
        Ran.run(List.of("cp", "-r", from.toString(), to.toString())).orThrow();
    }

    /** What keeps a host's interfaces over a reboot. The last two cannot keep IPoIB children. */
    public enum Keeper {
        IFUPDOWN,
        NETWORKMANAGER,
        NETPLAN_NETWORKMANAGER,
        /** No network service at all: units have to do it. */
        SYSTEMD,
        NETPLAN,
        NONE
    }

    /** What kind of lab it shall be. */
    public static final class Builder {
        private final List<String> arguments = new ArrayList<>();
        private @Nullable Path keptLogs;

        private Builder() {}

        public Builder hosts(int count) {
            return with("--hosts", Integer.toString(count));
        }

        /** 1: all hosts on one switch; more: that many less one leaf switches under a spine. */
        public Builder switches(int count) {
            return with("--switches", Integer.toString(count));
        }

        /** A network, apart from the fabric, on which the hosts reach this JVM's namespace. */
        public Builder management() {
            return with("--mgmt", "auto");
        }

        /** {@code ib_ipoib} of that host is installed but not loaded. */
        public Builder ipoibNotLoaded(int host) {
            return with("--set", "host" + host + ".ipoib=unloaded");
        }

        /** {@code modprobe ib_ipoib} fails on that host. */
        public Builder ipoibMissing(int host) {
            return with("--set", "host" + host + ".ipoib=missing");
        }

        /** That host's port is in Ethernet mode. */
        public Builder ethernetPort(int host) {
            return with("--set", "host" + host + ".link_layer=Ethernet");
        }

        /** That host's adapter can do connected mode, which newer ones cannot. */
        public Builder connectedModePossible(int host) {
            return with("--set", "host" + host + ".hca=connectx3");
        }

        /** Who keeps that host's interfaces; {@code ifupdown} unless told otherwise. */
        public Builder keptBy(int host, Keeper keeper) {
            String name = keeper.name().toLowerCase(Locale.ROOT).replace('_', '-');
            return with("--set", "host" + host + ".network=" + name);
        }

        /** That host has an OpenSM of its own, which stands by for the first host's. */
        public Builder standby(int host) {
            return with("--standby", "host" + host);
        }

        /** That many more ports on the fabric, with no host behind them; their numbers follow those of the hosts. */
        public Builder bystanders(int count) {
            return with("--bystanders", Integer.toString(count));
        }

        public Builder withoutSubnetManager() {
            arguments.add("--no-sm");
            return this;
        }

        /** Copies the logs of simulator and OpenSM there when the lab is closed. */
        public Builder keepLogsIn(Path folder) {
            keptLogs = folder;
            return this;
        }

        public Lab up() {
            Path directory;
            try {
                directory = Files.createTempDirectory("iblab").toRealPath();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            with("--watch-pid", Long.toString(ProcessHandle.current().pid()));
            command(directory, "up", arguments).orThrow();
            return new Lab(directory, keptLogs);
        }

        private Builder with(String option, String value) {
            arguments.add(option);
            arguments.add(value);
            return this;
        }
    }
}
