package dev.ibportal.opensm;

import static org.awaitility.Awaitility.await;

import dev.ibportal.types.Guid;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Real OpenSM on ibsim: one switch and {@value #HOSTS} hosts, the subnet manager on the first. */
final class SimulatedFabric implements AutoCloseable {
    static final int HOSTS = 4;

    private static final long FIRST_NODE_GUID = 0x0002c90300001000L;
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Path directory;
    private final Path library = library();
    private final List<Process> processes = new ArrayList<>();
    private Process subnetManager;

    SimulatedFabric(Path directory, String partitionsConf, String moreOptions) throws IOException {
        this.directory = directory;
        write("net", net());
        write("opensm.conf", "force_log_flush TRUE\nlog_flags 0x03\n" + moreOptions);
        write("partitions.conf", partitionsConf);
        // The simulator ends when its input does, so the pipe stays open with the process.
        start("ibsim", List.of("ibsim", "-s", path("net")), "");
        await().atMost(PATIENCE).until(() -> log("ibsim").contains("sim> "));
        subnetManager = start(
                "opensm",
                List.of("opensm", "-F", path("opensm.conf"), "-P", path("partitions.conf"), "-f", path("opensm.log")),
                "host1");
        await().atMost(PATIENCE).until(() -> sweeps() > 0);
    }

    /** GUID of the host's only port; hosts count from 0. ibsim numbers ports up from the node GUID. */
    static Guid port(int host) {
        return new Guid(FIRST_NODE_GUID + host * 0x10L + 1);
    }

    private static String net() {
        StringBuilder net = new StringBuilder();
        StringBuilder links = new StringBuilder();
        for (int host = 1; host <= HOSTS; host++) {
            net.append(String.format(
                    "caguid=0x%016x\nCa 1 \"host%d\"\n[1] \"leaf\"[%d]\n\n",
                    FIRST_NODE_GUID + (host - 1) * 0x10L, host, host));
            links.append(String.format("[%d] \"host%d\"[1]\n", host, host));
        }
        return net + "switchguid=0x0002c90200000100\nSwitch " + HOSTS + " \"leaf\"\n" + links;
    }

    /** Puts the file in place, signals OpenSM, and returns when its sweep is over. */
    void apply(String partitionsConf) throws IOException {
        long before = sweeps();
        write("partitions.conf", partitionsConf);
        run("kill", "-HUP", Long.toString(subnetManager.pid()));
        await().atMost(PATIENCE).pollInterval(Duration.ofMillis(5)).until(() -> sweeps() > before);
    }

    /** The PKey table of every host's port as the port holds it, without empty entries. */
    Map<Guid, List<Integer>> tables() throws IOException {
        List<Process> asked = new ArrayList<>();
        for (int host = 0; host < HOSTS; host++) {
            asked.add(start("smpquery" + host, List.of("smpquery", "-D", "pkeys", "0", "1"), "host" + (host + 1)));
        }
        Map<Guid, List<Integer>> tables = new TreeMap<>();
        for (int host = 0; host < HOSTS; host++) {
            Process process = asked.get(host);
            await().atMost(PATIENCE)
                    .pollDelay(Duration.ZERO)
                    .pollInterval(Duration.ofMillis(2))
                    .until(() -> !process.isAlive());
            processes.remove(process);
            tables.put(port(host), entries(log("smpquery" + host)));
        }
        return tables;
    }

    /** Lines like {@code "   0: 0x7fff 0x8031 0x0000"}. */
    private static List<Integer> entries(String output) {
        return output.lines()
                .filter(line -> line.matches("\\s*\\d+: .*"))
                .flatMap(line ->
                        Stream.of(line.substring(line.indexOf(':') + 1).strip().split("\\s+")))
                .map(Integer::decode)
                .filter(entry -> entry != 0)
                .toList();
    }

    private long sweeps() throws IOException {
        Path log = directory.resolve("opensm.log");
        return Files.exists(log)
                ? Files.readString(log)
                        .lines()
                        .filter(line -> line.contains("SUBNET UP"))
                        .count()
                : 0;
    }

    private Process start(String name, List<String> command, String host) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve(name + ".out").toFile());
        Map<String, String> environment = builder.environment();
        environment.put("IBSIM_SOCKNAME", "ibportal-" + directory.toString().hashCode());
        environment.put("OSM_CACHE_DIR", directory.toString());
        environment.put("OSM_TMP_DIR", directory.toString());
        if (!host.isEmpty()) {
            environment.put("SIM_HOST", host);
            environment.put("LD_PRELOAD", library.toString());
        }
        Process process = builder.start();
        processes.add(process);
        return process;
    }

    private void run(String... command) throws IOException {
        Process process = start("run", List.of(command), "");
        await().atMost(PATIENCE).pollInterval(Duration.ofMillis(2)).until(() -> !process.isAlive());
    }

    private String log(String name) throws IOException {
        return Files.readString(directory.resolve(name + ".out"));
    }

    private String path(String name) {
        return directory.resolve(name).toString();
    }

    private void write(String name, String content) throws IOException {
        Path temporary = directory.resolve(name + ".new");
        Files.writeString(temporary, content, StandardCharsets.UTF_8);
        Files.move(temporary, directory.resolve(name), StandardCopyOption.ATOMIC_MOVE);
    }

    private static Path library() {
        try (Stream<Path> candidates =
                Files.find(Path.of("/usr/lib"), 3, (path, attributes) -> path.endsWith("umad2sim/libumad2sim.so"))) {
            return candidates.findFirst().orElseThrow(() -> new IllegalStateException("no libumad2sim.so"));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        for (int i = processes.size() - 1; i >= 0; i--) {
            processes
                    .get(i)
                    .destroyForcibly()
                    .onExit()
                    .orTimeout(10, TimeUnit.SECONDS)
                    .join();
        }
    }
}
