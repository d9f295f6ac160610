package dev.ibportal.daemon.host.simulated;

import dev.ibportal.daemon.host.Command;
import dev.ibportal.daemon.host.HostFiles;
import dev.ibportal.types.InterfaceAddress;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** What ifupdown makes of its files at boot: an approximation that knows the few lines that configure a child. */
final class SimulatedBoot {
    private static final String DIRECTORY = "/etc/network/interfaces.d";

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
}
