package dev.ibportal.daemon.host.simulated;

import dev.ibportal.daemon.host.Command;
import dev.ibportal.daemon.host.CommandResult;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** {@code resolvectl dns} and {@code resolvectl domain} of one host. */
final class SimulatedResolver {
    private final SimulatedKernel kernel;
    private final Map<String, List<String>> settings = new ConcurrentHashMap<>();

    SimulatedResolver(SimulatedKernel kernel) {
        this.kernel = kernel;
    }

    synchronized CommandResult run(Command command) {
        List<String> argv = command.argv();
        String device = argv.get(2);
        if (kernel.find(device).isEmpty()) {
            return CommandResult.exited(
                    command, 1, "", "Failed to resolve interface \"" + device + "\": No such device\n");
        }
        String key = argv.get(1) + " " + device;
        if (argv.size() > 3) {
            settings.put(
                    key,
                    argv.subList(3, argv.size()).stream()
                            .filter(word -> !word.isEmpty())
                            .toList());
            return CommandResult.exited(command, 0, "", "");
        }
        int index = kernel.find(device).orElseThrow().index;
        String values = String.join(" ", settings.getOrDefault(key, List.of()));
        return CommandResult.exited(
                command, 0, "Link " + index + " (" + device + "):" + (values.isEmpty() ? "" : " " + values) + "\n", "");
    }

    /** Called under the lock of the kernel, so it takes none of its own. */
    void forget(String netdev) {
        settings.keySet().removeIf(key -> key.endsWith(" " + netdev));
    }
}
