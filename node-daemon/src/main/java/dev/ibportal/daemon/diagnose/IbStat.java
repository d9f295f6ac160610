package dev.ibportal.daemon.diagnose;

import dev.ibportal.daemon.host.Command;
import dev.ibportal.daemon.host.CommandResult;
import dev.ibportal.daemon.inventory.PortView;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** {@code ibstat DEVICE PORT}, where sysfs itself says too little. */
final class IbStat {
    private IbStat() {}

    /** In the words of {@code FactKey}. */
    record Port(String state, String physicalState, String linkLayer, String lid, String smLid) {}

    static Optional<Port> ask(Tools tools, PortView port) {
        CommandResult result = tools.run(Command.of("ibstat", port.device(), Integer.toString(port.number())));
        return result.succeeded() ? parse(result.stdout()) : Optional.empty();
    }

    /** It ends with status 0 whatever it saw, so only its lines count. */
    static Optional<Port> parse(String text) {
        Map<String, String> fields = new LinkedHashMap<>();
        text.lines()
                .map(String::strip)
                .filter(line -> line.contains(": "))
                .forEach(line -> fields.putIfAbsent(
                        line.substring(0, line.indexOf(": ")), line.substring(line.indexOf(": ") + 2)));
        String state = fields.getOrDefault("State", "");
        if (state.isEmpty() || !fields.containsKey("Physical state")) {
            return Optional.empty();
        }
        return Optional.of(new Port(
                state.equals("Initializing") ? "INIT" : state.toUpperCase(Locale.ROOT),
                fields.getOrDefault("Physical state", ""),
                fields.getOrDefault("Link layer", "InfiniBand"),
                fields.getOrDefault("Base lid", ""),
                fields.getOrDefault("SM lid", "")));
    }
}
