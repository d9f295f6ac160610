package dev.ibportal.daemon.cli;

import dev.ibportal.daemon.host.HostFiles;
import dev.ibportal.daemon.state.StateDir;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import java.util.regex.Pattern;

/** Tells two machines with one identity apart. */
final class MachineId {
    private static final String SYSTEM = "/etc/machine-id";
    private static final String OWN = "machine-id";
    private static final Pattern FORM = Pattern.compile("[0-9a-f]{32}");

    private MachineId() {}

    /** The system's; where it has none, one made up once and kept. */
    static String of(HostFiles files, StateDir state) {
        return files.read(SYSTEM)
                .found()
                .map(String::strip)
                .filter(id -> FORM.matcher(id).matches())
                .orElseGet(() -> own(state));
    }

    private static String own(StateDir state) {
        return state.read(OWN)
                .map(content -> new String(content, StandardCharsets.US_ASCII))
                .orElseGet(() -> {
                    String made = UUID.randomUUID().toString().replace("-", "");
                    state.write(OWN, made.getBytes(StandardCharsets.US_ASCII));
                    return made;
                });
    }
}
