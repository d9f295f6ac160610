package dev.ibportal.e2e.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.ibportal.agent.v1.AddressItem;
import dev.ibportal.agent.v1.InterfaceItem;
import dev.ibportal.agent.v1.IpoibMode;
import dev.ibportal.agent.v1.NodeSpec;
import dev.ibportal.agent.v1.PresentAddress;
import dev.ibportal.agent.v1.PresentInterface;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * What a pass costs that has nothing to do, on a host with eight adapters and thirty-two children. A real daemon follows
 * the spec on its disk, its portal being gone; passes come at a fixed interval, and what they take is told from what the
 * same daemon takes without any.
 */
final class NoOp {
    private static final int INTERVAL_MILLIS = 250;
    private static final int WARM_UP_SECONDS = 60;
    private static final int SECONDS = 60;
    private static final double PASSES = SECONDS * 1000.0 / INTERVAL_MILLIS;
    private static final int CHILDREN = LargeHost.ADAPTERS * LargeHost.CHILDREN_OF_EACH;
    private static final int MOST_MILLIS = 50;
    private static final int MOST_CHILDREN = 5;

    private NoOp() {}

    static void measure(Report report)
            throws IOException, SQLException, InterruptedException, GeneralSecurityException {
        Path home = Files.createTempDirectory("ibnoded-no-op");
        try {
            LargeHost host = LargeHost.in(home.resolve("host"));
            LoneDaemon daemon;
            try (Stage stage = Stage.with(0)) {
                daemon = LoneDaemon.enrolled(stage, home, "large", host.settings());
            }
            remember(daemon.memory());
            Spent with = spend(daemon, host, INTERVAL_MILLIS + "ms");
            report.line("with a pass each %d ms, in %d s: %s", INTERVAL_MILLIS, SECONDS, with);
            Spent without = spend(daemon, host, "12h");
            report.line("without passes, in %d s: %s", SECONDS, without);
            report.line(
                    "one pass with nothing to do, %d adapters, %d children: %.1f ms of its own CPU (goal %d),"
                            + " %.2f child processes (goal %d)",
                    LargeHost.ADAPTERS,
                    CHILDREN,
                    1000 * (with.cpuSeconds - without.cpuSeconds) / PASSES,
                    MOST_MILLIS,
                    (with.commands - without.commands) / PASSES,
                    MOST_CHILDREN);
        } finally {
            Folders.delete(home);
        }
    }

    private record Spent(double cpuSeconds, int commands, double residentMiB) {
        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT,
                    "CPU %.2f s, %d child processes, resident %.1f MiB",
                    cpuSeconds,
                    commands,
                    residentMiB);
        }
    }

    private static Spent spend(LoneDaemon daemon, LargeHost host, String resync)
            throws IOException, InterruptedException {
        Map<String, String> settings = new HashMap<>(host.settings());
        settings.put("resync.interval", resync);
        daemon.configure(settings);
        try (LoneDaemon.Running running = daemon.start()) {
            TimeUnit.SECONDS.sleep(WARM_UP_SECONDS);
            requireInSync(daemon);
            ProcessCost before = running.cost();
            int commandsBefore = host.commandsRun().size();
            TimeUnit.SECONDS.sleep(SECONDS);
            ProcessCost after = running.cost();
            int commands = host.commandsRun().size() - commandsBefore;
            requireInSync(daemon);
            return new Spent(after.cpuSecondsSince(before), commands, after.residentMiB());
        }
    }

    private static void requireInSync(LoneDaemon daemon) throws IOException, InterruptedException {
        List<JsonNode> interfaces = new ArrayList<>();
        new ObjectMapper()
                .readTree(daemon.output("status", "--json"))
                .path("interfaces")
                .forEach(interfaces::add);
        interfaces.stream()
                .filter(one -> !one.path("state").asText().equals("in sync"))
                .findFirst()
                .ifPresent(one -> {
                    throw new IllegalStateException("not in sync: " + one);
                });
        if (interfaces.size() != CHILDREN) {
            throw new IllegalStateException(interfaces.size() + " interfaces instead of " + CHILDREN);
        }
    }

    /** Puts a spec where the daemon keeps the newest one: its digest, then its bytes. */
    private static void remember(Path memory) throws IOException, GeneralSecurityException {
        String body = Base64.getEncoder().encodeToString(spec().toByteArray());
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(body.getBytes(StandardCharsets.US_ASCII));
        Files.createDirectories(memory);
        Files.writeString(memory.resolve("spec"), HexFormat.of().formatHex(digest) + "\n" + body + "\n");
    }

    private static NodeSpec spec() {
        NodeSpec.Builder spec = NodeSpec.newBuilder().setGeneration(1_000_000);
        for (int adapter = 0; adapter < LargeHost.ADAPTERS; adapter++) {
            for (int child = 0; child < LargeHost.CHILDREN_OF_EACH; child++) {
                spec.addInterfaces(InterfaceItem.newBuilder()
                        .setInterfaceId("if-" + adapter + "-" + child)
                        .setPresent(PresentInterface.newBuilder()
                                .setPortGuid(LargeHost.guid(adapter).toString())
                                .setPkey(LargeHost.pkey(child))
                                .setMode(IpoibMode.IPOIB_MODE_DATAGRAM)
                                .setMtu(LargeHost.MTU)
                                .addAddresses(AddressItem.newBuilder()
                                        .setCidr(LargeHost.address(adapter, child) + "/24")
                                        .setPresent(PresentAddress.getDefaultInstance()))));
            }
        }
        return spec.build();
    }
}
