package dev.ibportal.daemon.host.simulated;

import dev.ibportal.daemon.host.Command;
import dev.ibportal.daemon.host.HostFiles;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** An ifcfg file as Red Hat's scripts, NetworkManager's plugin or wicked read it, as far as children go. */
final class SimulatedIfcfg {
    static final String RED_HAT = "/etc/sysconfig/network-scripts";
    private static final String SUSE = "/etc/sysconfig/network";

    private final String path;
    private final Map<String, String> values;

    private SimulatedIfcfg(String path, Map<String, String> values) {
        this.path = path;
        this.values = values;
    }

    static SimulatedIfcfg parse(String path, String text) {
        Map<String, String> values = new TreeMap<>();
        text.lines().filter(line -> line.matches("[A-Z0-9_]+=.*")).forEach(line -> {
            int equals = line.indexOf('=');
            values.put(line.substring(0, equals), line.substring(equals + 1).replaceAll("[\"']", ""));
        });
        return new SimulatedIfcfg(path, values);
    }

    private String value(String key) {
        return values.getOrDefault(key, "");
    }

    private String first(String one, String other) {
        return value(one).isEmpty() ? value(other) : value(one);
    }

    private String name() {
        return path.substring(path.lastIndexOf("ifcfg-") + "ifcfg-".length());
    }

    private String pkey() {
        return path.startsWith(RED_HAT)
                ? value("PKEY_ID")
                : value("IPOIB_PKEY").isEmpty() ? "" : "0x" + value("IPOIB_PKEY");
    }

    private String mode() {
        return value("CONNECTED_MODE").equals("yes") || value("IPOIB_MODE").equals("connected")
                ? "connected"
                : "datagram";
    }

    private List<String> addresses() {
        List<String> addresses = new ArrayList<>();
        values.forEach((key, value) -> {
            if (key.startsWith("IPADDR")) {
                String prefix = value("PREFIX" + key.substring("IPADDR".length()));
                addresses.add(prefix.isEmpty() ? value : value + "/" + prefix);
            }
        });
        Stream.of(value("IPV6ADDR"), value("IPV6ADDR_SECONDARIES"))
                .flatMap(text -> Arrays.stream(text.split(" ")))
                .filter(word -> !word.isEmpty())
                .forEach(addresses::add);
        return addresses;
    }

    /** The same as the plugin hands it on: by the keys of a keyfile. */
    Map<String, String> asProfile() {
        Map<String, String> profile = new LinkedHashMap<>();
        profile.put("connection.uuid", value("UUID"));
        profile.put("infiniband.parent", value("PHYSDEV"));
        profile.put("infiniband.p-key", pkey());
        profile.put("infiniband.transport-mode", mode());
        profile.put("infiniband.mtu", value("MTU"));
        List<String> addresses = addresses();
        for (int i = 0; i < addresses.size(); i++) {
            profile.put((addresses.get(i).contains(":") ? "ipv6" : "ipv4") + ".address" + i, addresses.get(i));
        }
        return profile;
    }

    /** What the scripts do with all their files at boot. */
    static void boot(HostFiles files, Consumer<Command> run) {
        for (String directory : List.of(RED_HAT, SUSE)) {
            files.list(directory).found().orElse(List.of()).stream()
                    .filter(name -> name.startsWith("ifcfg-"))
                    .map(name -> directory + "/" + name)
                    .forEach(path ->
                            parse(path, files.read(path).found().orElse("")).up(run));
        }
    }

    private void up(Consumer<Command> run) {
        String parent = first("PHYSDEV", "IPOIB_DEVICE");
        if (!pkey().isEmpty()) {
            if (path.startsWith(SUSE + "/ifcfg-")) {
                run.accept(Command.of("ip", "link", "set", "dev", parent, "up"));
            }
            run.accept(Command.of(
                    "ip", "link", "add", "link", parent, "name", name(), "type", "ipoib", "pkey", pkey(), "mode",
                    mode()));
        }
        if (!value("MTU").isEmpty()) {
            run.accept(Command.of("ip", "link", "set", "dev", name(), "mtu", value("MTU")));
        }
        run.accept(Command.of("ip", "link", "set", "dev", name(), "up"));
        addresses().forEach(address -> run.accept(Command.of("ip", "addr", "add", address, "dev", name())));
    }
}
