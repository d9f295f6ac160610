package dev.ibportal.daemon.host.simulated;

import dev.ibportal.daemon.host.Command;
import dev.ibportal.daemon.host.CommandResult;
import dev.ibportal.daemon.host.HostFiles;
import dev.ibportal.types.InterfaceAddress;
import dev.ibportal.types.IpoibMode;
import dev.ibportal.types.PKey;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** {@code nmcli} and the service behind it, as far as children with a PKey go. */
final class SimulatedNetworkManager {
    static final String PROFILES = "/etc/NetworkManager/system-connections";

    /** What netplan makes; it is gone after a reboot until netplan makes it again. */
    private static final String GENERATED = "/run/NetworkManager/system-connections";

    private final SimulatedKernel kernel;
    private final HostFiles files;
    private final Map<String, Profile> profiles = new LinkedHashMap<>();

    SimulatedNetworkManager(SimulatedKernel kernel, HostFiles files) {
        this.kernel = kernel;
        this.files = files;
    }

    /** @param values by {@code section.key} */
    private record Profile(String path, Map<String, String> values) {
        String value(String key) {
            return values.getOrDefault(key, "");
        }

        String child() {
            // The key as given, cut at 15 characters: NetworkManager's rule, not the kernel's.
            String name =
                    value("infiniband.parent") + String.format(".%04x", Integer.decode(value("infiniband.p-key")));
            return name.length() > 15 ? name.substring(0, 15) : name;
        }
    }

    CommandResult run(Command command) {
        List<String> argv = command.argv();
        String what = String.join(" ", argv.subList(1, Math.min(3, argv.size())));
        String last = argv.get(argv.size() - 1);
        try {
            return switch (what) {
                case "-t -f" -> CommandResult.exited(command, 0, "running\n", "");
                case "connection load" -> load(command, last);
                case "connection up" -> up(command, last);
                case "connection down" -> down(command, last);
                case "connection delete" -> delete(command, last);
                default -> CommandResult.exited(command, 2, "", "Error: argument '" + what + "' not understood.\n");
            };
        } catch (SimulatedKernel.Refusal e) {
            return CommandResult.exited(
                    command, 4, "", "Error: Connection activation failed: " + e.getMessage() + "\n");
        } catch (IOException | IllegalArgumentException e) {
            return CommandResult.exited(command, 1, "", "Error: " + e.getMessage() + "\n");
        }
    }

    /** What NetworkManager does when it starts: reads all profiles and activates them. */
    void boot() {
        profiles.clear();
        // It brings up whatever it manages, to see whether there is a carrier.
        kernel.netdevs().forEach(netdev -> {
            try {
                kernel.setUp(netdev.name, true);
            } catch (SimulatedKernel.Refusal e) {
                throw new IllegalStateException(e);
            }
        });
        for (String path : paths()) {
            Optional<String> uuid = read(path);
            uuid.ifPresent(id -> up(Command.of("nmcli", "connection", "up", "uuid", id), id, true));
        }
    }

    private List<String> paths() {
        return Stream.of(PROFILES, GENERATED, SimulatedIfcfg.RED_HAT)
                .flatMap(directory -> files.list(directory).found().orElse(List.of()).stream()
                        .filter(name -> name.endsWith(".nmconnection") || name.startsWith("ifcfg-"))
                        .map(name -> directory + "/" + name))
                .toList();
    }

    private CommandResult up(Command command, String uuid, boolean quiet) {
        try {
            return up(command, uuid);
        } catch (SimulatedKernel.Refusal e) {
            return CommandResult.exited(command, 4, "", quiet ? "" : String.valueOf(e.getMessage()));
        }
    }

    private CommandResult load(Command command, String path) {
        return read(path)
                .map(uuid -> CommandResult.exited(command, 0, "", ""))
                .orElseGet(() -> CommandResult.exited(command, 1, "", "Could not load file '" + path + "'\n"));
    }

    private synchronized Optional<String> read(String path) {
        Optional<Map<String, String>> values = files.read(path)
                .found()
                .map(text -> path.contains("/ifcfg-")
                        ? SimulatedIfcfg.parse(path, text).asProfile()
                        : parse(text));
        Optional<String> uuid =
                values.map(v -> v.getOrDefault("connection.uuid", "")).filter(id -> !id.isEmpty());
        uuid.ifPresent(id -> profiles.put(id, new Profile(path, values.orElseThrow())));
        return uuid;
    }

    private static Map<String, String> parse(String text) {
        Map<String, String> values = new LinkedHashMap<>();
        String section = "";
        for (String line : text.lines().toList()) {
            int equals = line.indexOf('=');
            if (line.startsWith("[")) {
                section = line.substring(1, line.length() - 1);
            } else if (equals > 0 && !line.startsWith("#")) {
                values.put(section + "." + line.substring(0, equals), line.substring(equals + 1));
            }
        }
        return values;
    }

    private synchronized CommandResult up(Command command, String uuid) throws SimulatedKernel.Refusal {
        Profile profile = profiles.get(uuid);
        if (profile == null) {
            return unknown(command, uuid);
        }
        String child = profile.child();
        IpoibMode mode = IpoibMode.parse(profile.value("infiniband.transport-mode"));
        if (kernel.find(child).isEmpty()) {
            PKey pkey = PKey.of(Integer.decode(profile.value("infiniband.p-key")));
            kernel.addChild(profile.value("infiniband.parent"), child, pkey, mode).managed = true;
        }
        kernel.setMode(child, mode);
        if (!profile.value("infiniband.mtu").isEmpty()) {
            kernel.setMtu(child, Integer.parseInt(profile.value("infiniband.mtu")));
        }
        kernel.setUp(child, true);
        for (Map.Entry<String, String> value : profile.values().entrySet()) {
            if (value.getKey().matches("ipv[46]\\.address[0-9]+")) {
                address(child, InterfaceAddress.parse(value.getValue()));
            }
        }
        return CommandResult.exited(
                command,
                0,
                "Connection successfully activated (D-Bus active path:"
                        + " /org/freedesktop/NetworkManager/ActiveConnection/1)\n",
                "");
    }

    private void address(String child, InterfaceAddress address) throws SimulatedKernel.Refusal {
        if (kernel.find(child)
                .filter(netdev -> netdev.addresses.contains(address))
                .isEmpty()) {
            kernel.addAddress(child, address);
        }
    }

    private synchronized CommandResult down(Command command, String uuid) throws SimulatedKernel.Refusal {
        Profile profile = profiles.get(uuid);
        if (profile == null) {
            return unknown(command, uuid);
        }
        if (kernel.find(profile.child()).filter(netdev -> netdev.managed).isPresent()) {
            kernel.delete(profile.child());
        }
        return CommandResult.exited(command, 0, "Connection successfully deactivated\n", "");
    }

    private synchronized CommandResult delete(Command command, String uuid)
            throws SimulatedKernel.Refusal, IOException {
        Profile profile = profiles.get(uuid);
        if (profile == null) {
            return unknown(command, uuid);
        }
        CommandResult down = down(command, uuid);
        files.delete(profile.path());
        profiles.remove(uuid);
        return CommandResult.exited(command, down.exitCode(), "Connection successfully deleted.\n", "");
    }

    private static CommandResult unknown(Command command, String uuid) {
        return CommandResult.exited(command, 10, "", "Error: unknown connection '" + uuid + "'.\n");
    }
}
