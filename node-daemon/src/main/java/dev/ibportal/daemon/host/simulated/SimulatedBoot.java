package dev.ibportal.daemon.host.simulated;

import dev.ibportal.daemon.host.Command;
import dev.ibportal.daemon.host.HostFiles;
import dev.ibportal.types.InterfaceAddress;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What ifupdown, systemd-networkd and our own boot units make of their files at boot: an approximation that knows the few
 * lines that configure a child.
 */
final class SimulatedBoot {
    private static final String DIRECTORY = "/etc/network/interfaces.d";
    private static final String NETWORKD = "/etc/systemd/network";
    private static final String NETPLAN = "10-netplan-";
    private static final String UNITS = "/etc/systemd/system";

    private final HostFiles files;
    private final Consumer<Command> run;

    SimulatedBoot(HostFiles files, Consumer<Command> run) {
        this.files = files;
        this.run = run;
    }

    void ifupdown() {
        for (String name : files.list(DIRECTORY).found().orElse(List.of())) {
            String text = files.read(DIRECTORY + "/" + name).found().orElse("");
            String[] stanzas = text.split("(?m)^iface ", -1);
            Arrays.stream(stanzas).skip(1).forEach(this::stanza);
        }
    }

    private void stanza(String stanza) {
        String name = stanza.substring(0, stanza.indexOf(' '));
        List<String> lines = stanza.lines().map(String::strip).toList();
        lines.stream().filter(line -> line.startsWith("pre-up ")).forEach(line -> preUp(line.substring(7)));
        values(lines, "mtu").forEach(mtu -> run.accept(Command.of("ip", "link", "set", "dev", name, "mtu", mtu)));
        run.accept(Command.of("ip", "link", "set", "dev", name, "up"));
        values(lines, "address")
                .map(InterfaceAddress::parse)
                .forEach(address -> run.accept(Command.of("ip", "addr", "add", address.toString(), "dev", name)));
    }

    /** {@code [ test ] || command}, or a command. */
    private void preUp(String line) {
        int or = line.indexOf("|| ");
        run.accept(Command.of((or < 0 ? line : line.substring(or + 3)).split(" ")));
    }

    private static Stream<String> values(List<String> lines, String key) {
        return lines.stream().filter(line -> line.startsWith(key + " ")).map(line -> line.substring(key.length() + 1));
    }

    /** Children that a {@code .network} of a parent, or a drop-in for one, asks for; then their own {@code .network}. */
    void networkd() {
        for (String name : names(NETWORKD, ".network")) {
            String text = text(NETWORKD + "/" + name);
            String dropIns = names(NETWORKD + "/" + name + ".d", ".conf").stream()
                    .map(dropIn -> text(NETWORKD + "/" + name + ".d/" + dropIn))
                    .collect(Collectors.joining());
            Stream.of(value(text, "Name")).flatMap(Optional::stream).forEach(parent -> {
                up(parent);
                setting(text + dropIns, "IPoIB").forEach(child -> child(parent, child));
            });
        }
        // Drop-ins for what netplan generates, which does not survive the reboot and is made anew: its name tells of
        // whom.
        for (String name : names(NETWORKD, ".network.d")) {
            if (name.startsWith(NETPLAN)) {
                String parent = name.substring(NETPLAN.length(), name.length() - ".network.d".length());
                up(parent);
                names(NETWORKD + "/" + name, ".conf")
                        .forEach(dropIn -> setting(text(NETWORKD + "/" + name + "/" + dropIn), "IPoIB")
                                .forEach(child -> child(parent, child)));
            }
        }
    }

    private void child(String parent, String child) {
        for (String name : names(NETWORKD, ".netdev")) {
            String text = text(NETWORKD + "/" + name);
            if (value(text, "Name").equals(Optional.of(child))) {
                run.accept(Command.of(
                        "ip",
                        "link",
                        "add",
                        "link",
                        parent,
                        "name",
                        child,
                        "type",
                        "ipoib",
                        "pkey",
                        value(text, "PartitionKey").orElse(""),
                        "mode",
                        value(text, "Mode").orElse("datagram")));
            }
        }
        names(NETWORKD, ".network").stream()
                .map(name -> text(NETWORKD + "/" + name))
                .filter(text -> value(text, "Name").equals(Optional.of(child)))
                .findFirst()
                .ifPresent(text -> configure(child, text));
    }

    private void configure(String child, String text) {
        value(text, "MTUBytes").ifPresent(mtu -> run.accept(Command.of("ip", "link", "set", "dev", child, "mtu", mtu)));
        up(child);
        setting(text, "Address").forEach(address -> run.accept(Command.of("ip", "addr", "add", address, "dev", child)));
    }

    private void up(String name) {
        run.accept(Command.of("ip", "link", "set", "dev", name, "up"));
    }

    /** The commands of our units, in their order. */
    void units() {
        for (String name : names(UNITS, ".service")) {
            setting(text(UNITS + "/" + name), "ExecStart")
                    .map(line -> line.replaceFirst("^-?/sbin/", ""))
                    .map(line -> line.replace("addr replace", "addr add"))
                    .forEach(line -> run.accept(Command.of(line.split(" "))));
        }
    }

    private List<String> names(String directory, String suffix) {
        return files.list(directory).found().orElse(List.of()).stream()
                .filter(name -> name.endsWith(suffix))
                .toList();
    }

    private String text(String path) {
        return files.read(path).found().orElse("");
    }

    private static Optional<String> value(String text, String key) {
        return setting(text, key).findFirst();
    }

    private static Stream<String> setting(String text, String key) {
        return text.lines().filter(line -> line.startsWith(key + "=")).map(line -> line.substring(key.length() + 1));
    }
}
