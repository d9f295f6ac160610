package dev.ibportal.daemon.reconcile;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.ibportal.daemon.host.Command;
import dev.ibportal.daemon.host.Host;
import dev.ibportal.daemon.host.Json;
import dev.ibportal.daemon.host.linux.LinuxHost;
import dev.ibportal.types.Guid;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Hosts of the lab: real commands in network namespaces, a real subnet manager, and no daemon but the test's. */
public final class LabBox implements AutoCloseable {
    private static final Path SCRIPT = Path.of("../e2e/lab/lab");

    private final Path directory;

    private LabBox(Path directory) {
        this.directory = directory;
    }

    /** @param settings such as {@code host2.network=networkmanager} */
    public static LabBox up(Path directory, int hosts, String... settings) throws IOException {
        LabBox box = new LabBox(directory);
        List<String> argv = new ArrayList<>(List.of("up", "--dir", directory.toString(), "--hosts", "" + hosts));
        argv.addAll(List.of("--watch-pid", "" + ProcessHandle.current().pid()));
        for (String setting : settings) {
            argv.addAll(List.of("--set", setting));
        }
        box.lab(argv);
        return box;
    }

    /** Gives every host these keys, full membership. */
    LabBox partitions(String... pkeys) throws IOException {
        StringBuilder text = new StringBuilder("Default=0x7fff, ipoib : ALL=limited, SELF=full ;\n");
        for (String pkey : pkeys) {
            text.append("p").append(pkey).append("=0x").append(pkey).append(", ipoib : ALL=full ;\n");
        }
        Files.writeString(directory.resolve("hosts/host1/root/etc/opensm/partitions.conf"), text);
        lab(List.of("sm", "--dir", directory.toString(), "hup"));
        return this;
    }

    private String lab(List<String> arguments) throws IOException {
        List<String> argv =
                new ArrayList<>(List.of(SCRIPT.toAbsolutePath().normalize().toString()));
        argv.addAll(arguments);
        Process process = new ProcessBuilder(argv).redirectErrorStream(true).start();
        try (var out = process.getInputStream()) {
            String text = new String(out.readAllBytes(), StandardCharsets.UTF_8);
            if (process.waitFor() != 0) {
                throw new IOException(argv + ": " + text);
            }
            return text;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }

    /** @param command as in {@code lab sm}: start, stop, kill */
    public void subnetManager(String command) {
        try {
            lab(List.of("sm", "--dir", directory.toString(), command));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Drops all interfaces but the ports, then starts what its files say. */
    void reboot(String host) throws IOException {
        lab(List.of("reboot", "--dir", directory.toString(), host));
    }

    public Host host(String name) {
        Path host = directory.resolve("hosts").resolve(name);
        return LinuxHost.open(
                host.resolve("root"),
                host.resolve("sys"),
                host.resolve("bin").toString(),
                List.of(),
                Map.of(),
                Clock.systemUTC());
    }

    public Path root(String name) {
        return directory.resolve("hosts").resolve(name).resolve("root");
    }

    public Guid port(String name) throws IOException {
        JsonNode lab = parse(Files.readString(directory.resolve("lab.json")));
        for (JsonNode host : lab.get("hosts")) {
            if (host.get("name").asText().equals(name)) {
                return Guid.parse(host.get("port_guid").asText());
            }
        }
        throw new IllegalArgumentException("no host " + name);
    }

    /**
     * Files byte for byte with their modes, and what {@code ip -j} shows. Without what the kernel draws anew for an
     * interface that is made again: index, queue pair number, and the order that follows from the index.
     */
    String picture(String name) {
        StringBuilder picture = new StringBuilder();
        try (Stream<Path> files = Files.walk(root(name).resolve("etc"))) {
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                picture.append(file)
                        .append(' ')
                        .append(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                        .append('\n')
                        .append(Files.readString(file, StandardCharsets.ISO_8859_1));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Host host = host(name);
        for (List<String> argv : List.of(
                List.of("ip", "-j", "-d", "link"),
                List.of("ip", "-j", "addr"),
                List.of("ip", "-j", "route", "show", "table", "all"),
                List.of("ip", "-j", "-6", "route", "show", "table", "all"),
                List.of("ip", "-j", "rule"))) {
            picture.append(argv).append('\n').append(shown(host, argv));
        }
        return picture.toString();
    }

    private static String shown(Host host, List<String> argv) {
        String json =
                host.commands().run(Command.of(argv.toArray(String[]::new))).stdout();
        if (json.isBlank()) {
            return "";
        }
        List<String> lines = new ArrayList<>();
        parse(json)
                .forEach(node -> lines.add(Json.line(node)
                        .replaceAll("\"(ifindex|link_index|iflink)\":[0-9]+,?", "")
                        .replaceAll("\"address\":\"([0-9a-f]{2}):[0-9a-f:]{8}:fe:80", "\"address\":\"$1:fe:80")
                        .replaceAll("\"(valid|preferred)_life_time\":[0-9]+,?", "")));
        Map<String, String> sorted = new TreeMap<>();
        lines.forEach(line -> sorted.put(line, line));
        return String.join("\n", sorted.values()) + "\n";
    }

    private static JsonNode parse(String json) {
        try {
            return Json.parse(json);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() throws IOException {
        lab(List.of("down", "--dir", directory.toString()));
    }
}
