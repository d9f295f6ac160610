package dev.ibportal.e2e.lab;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** One host of a {@link Lab}: a network namespace, a root folder, a live sysfs tree and a folder of commands. */
public final class LabHost {
    private static final System.Logger LOG = System.getLogger(LabHost.class.getName());
    private static final Pattern PKEY = Pattern.compile("\\b0x([0-9a-f]{4})\\b");

    private final Lab lab;
    private final JsonNode description;
    private final Path directory;

    LabHost(Lab lab, JsonNode description) {
        this.lab = lab;
        this.description = description;
        this.directory = lab.directory().resolve("hosts").resolve(name());
    }

    public String name() {
        return description.get("name").asText();
    }

    public int number() {
        return description.get("number").asInt();
    }

    String namespace() {
        return description.get("netns").asText();
    }

    /** {@code 0x} and sixteen hex digits. */
    public String portGuid() {
        return description.get("port_guid").asText();
    }

    /** This host's address on the management network. */
    public String managementAddress() {
        return description.get("address").asText();
    }

    /** For the daemon's {@code host.root}. */
    public Path root() {
        return directory.resolve("root");
    }

    /** For the daemon's {@code sysfs.root}. */
    public Path sysfs() {
        return directory.resolve("sys");
    }

    /** For the daemon's {@code command.path}. */
    public Path commands() {
        return directory.resolve("bin");
    }

    /** What a daemon's configuration file says on this host, apart from where its portal is and its own folders. */
    public Map<String, String> settings() {
        Map<String, String> settings = new TreeMap<>(Map.of(
                "host.root", root().toString(),
                "sysfs.root", sysfs().toString(),
                "command.path", commands().toString()));
        if (lab.runsSubnetManager(this)) {
            settings.put("sm.partitions-file", "/etc/opensm/partitions.conf");
            settings.put("sm.pid-file", "/run/opensm.pid");
            settings.put("sm.log-file", "/var/log/opensm.log");
        }
        return settings;
    }

    /** Runs a command in this host's namespace, with the machine's own commands. */
    public Ran run(String... argv) {
        return Ran.run(inside(List.of(argv)));
    }

    /** Runs one of this host's commands, as a daemon there would. */
    public Ran tool(String name, String... arguments) {
        List<String> argv = new ArrayList<>(List.of(commands().resolve(name).toString()));
        argv.addAll(List.of(arguments));
        return Ran.run(inside(argv));
    }

    public Ran ip(String... arguments) {
        return tool("ip", arguments);
    }

    /**
     * Starts a long-running program in this host's namespace. Its pid is the program's own, so killing the process kills
     * the program. Whoever starts it ends it; what still runs when the lab goes down is ended then.
     *
     * @param log takes standard output and standard error
     */
    public Process start(List<String> argv, Map<String, String> environment, Path log) {
        ProcessBuilder builder = new ProcessBuilder(inside(argv))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        builder.environment().putAll(environment);
        try {
            return builder.start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private List<String> inside(List<String> argv) {
        List<String> whole = new ArrayList<>(List.of(directory.resolve("enter").toString()));
        whole.addAll(argv);
        return whole;
    }

    /**
     * Whether one of three echo requests, sent through that interface, is answered. The result goes to the log. What the
     * kernel knows of the neighbour is forgotten first: an address that was silent a moment ago would be taken for
     * unreachable for some seconds more, whatever has changed since.
     */
    public boolean ping(String device, String to) {
        run("ip", "neigh", "flush", "to", to, "dev", device);
        Ran ran = run("ping", "-n", "-c", "3", "-i", "0.2", "-W", "1", "-I", device, to);
        LOG.log(System.Logger.Level.INFO, "{0} {1} -> {2}: {3}", name(), device, to, ran.ok() ? "answered" : "silent");
        return ran.ok();
    }

    /** The PKey table that the subnet manager wrote into this host's port, asked with smpquery; unused entries left out. */
    public List<Integer> pkeyTable() {
        String out = tool("smpquery", "pkeys", "-D", "0").orThrow().out();
        return PKEY.matcher(out)
                .results()
                .map(match -> Integer.parseInt(match.group(1), 16))
                .filter(key -> key != 0)
                .toList();
    }

    /** {@code ip -j -d link show} of one device. */
    public Optional<JsonNode> link(String device) {
        Ran ran = ip("-j", "-d", "link", "show", "dev", device);
        return ran.ok() ? Optional.of(Lab.parse(ran.out()).get(0)) : Optional.empty();
    }

    /** IPv4 and IPv6 addresses of one device with their prefix lengths, without the link-local ones. */
    public List<String> addresses(String device) {
        return addresses(
                Lab.parse(ip("-j", "addr", "show", "dev", device).orThrow().out())
                        .get(0));
    }

    /** The same for every device of this host, also those without any. */
    public Map<String, List<String>> addresses() {
        Map<String, List<String>> found = new TreeMap<>();
        for (JsonNode device : Lab.parse(ip("-j", "addr", "show").orThrow().out())) {
            found.put(device.get("ifname").asText(), addresses(device));
        }
        return found;
    }

    private static List<String> addresses(JsonNode device) {
        List<String> found = new ArrayList<>();
        for (JsonNode address : device.get("addr_info")) {
            if (!address.get("scope").asText().equals("link")) {
                found.add(address.get("local").asText() + "/"
                        + address.get("prefixlen").asInt());
            }
        }
        return found;
    }

    public boolean hasCarrier(String device) {
        return sysfs("class/net/" + device + "/carrier").equals(Optional.of("1"));
    }

    /** The text of a file of this host's sysfs tree; empty when it is not there. */
    public Optional<String> sysfs(String path) {
        try {
            return Optional.of(Files.readString(sysfs().resolve(path)).strip());
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public void pullCable() {
        lab.command("cable", name(), "out").orThrow();
    }

    public void plugCable() {
        lab.command("cable", name(), "in").orThrow();
    }

    /** Another card in its place, under running programs. The fabric is not told: behind the cable is the old one. */
    public void swapCard(String portGuid) {
        lab.command("card", name(), "--guid", portGuid).orThrow();
    }

    /** The same card in another slot, under another device name. */
    public void moveCard(String slot, String device) {
        lab.command("card", name(), "--slot", slot, "--device", device).orThrow();
    }

    /** Drops all interfaces but the ports, loads ib_ipoib and runs {@code ifup -a}: what is left is what files say. */
    public Ran reboot() {
        return lab.command("reboot", name());
    }

    /**
     * Falsifies a command of this host, with the options of {@code lab alter}: for example
     * {@code alter("smpquery", "--replace", "0x9001", "0x0000")}, {@code alter("ip", "--match", "addr add", "--fail",
     * "2")} or {@code alter("modprobe", "--delay", "3600")}.
     */
    public void alter(String tool, String... options) {
        List<String> arguments = new ArrayList<>(List.of(name(), tool));
        arguments.addAll(List.of(options));
        lab.command("alter", arguments.toArray(String[]::new)).orThrow();
    }

    /** Falsifies one file of this host's sysfs tree. */
    public void alterSysfs(String path, String value) {
        lab.command("alter-sysfs", name(), path, value).orThrow();
    }

    /** Undoes every alteration of this host. */
    public void unalter() {
        lab.command("unalter", name()).orThrow();
    }

    @Override
    public String toString() {
        return name();
    }
}
