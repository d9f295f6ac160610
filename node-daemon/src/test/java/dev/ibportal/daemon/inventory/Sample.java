package dev.ibportal.daemon.inventory;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ibportal.daemon.host.Command;
import dev.ibportal.daemon.host.CommandResult;
import dev.ibportal.daemon.host.CommandRunner;
import dev.ibportal.daemon.host.Host;
import dev.ibportal.daemon.host.Json;
import dev.ibportal.daemon.host.linux.LinuxHostFiles;
import dev.ibportal.daemon.host.linux.LinuxSysFs;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A host out of recorded files: a real tree for sysfs, recorded answers for commands. */
final class Sample {
    private static final Pattern RANGE = Pattern.compile("(.*/)(\\d+)\\.\\.(\\d+)");

    private Sample() {}

    /** The sample host of that letter, its tree made below {@code root}. */
    static Host host(String letter, Path root) throws IOException {
        Path sysfs = root.resolve("sys");
        plant(text("host-" + letter + ".sysfs"), sysfs);
        return host(
                sysfs,
                Map.of(
                        "ip -j -d addr",
                        netdevs(letter),
                        "uname -r",
                        "6.1.0-41-amd64\n",
                        "uname -s -r -m -n",
                        "Linux node-" + letter + " 6.1.0-41-amd64 x86_64\n"),
                root.resolve("root"));
    }

    static Host host(Path sysfs, Map<String, String> answers, Path root) {
        CommandRunner recorded = new CommandRunner() {
            @Override
            public CommandResult run(Command command) {
                String answer = answers.get(command.toString());
                return answer == null
                        ? CommandResult.notStarted(command, "not recorded")
                        : CommandResult.exited(command, 0, answer, "");
            }

            @Override
            public boolean knows(String program) {
                return true;
            }
        };
        return new Host(
                recorded, new LinuxSysFs(sysfs), new LinuxHostFiles(root), listener -> () -> {}, Clock.systemUTC());
    }

    /** Recorded in two parts: what {@code ip -j -d addr} prints are the links with details, and a list of addresses in each. */
    static String netdevs(String letter) {
        try {
            ArrayNode links = (ArrayNode) Json.parse(text("host-" + letter + ".ip-link.json"));
            Map<String, JsonNode> addresses = new HashMap<>();
            Json.parse(text("host-" + letter + ".ip-addr.json"))
                    .forEach(node -> addresses.put(node.path("ifname").asText(), node.path("addr_info")));
            links.forEach(link -> ((ObjectNode) link)
                    .set("addr_info", addresses.get(link.path("ifname").asText())));
            return links.toString();
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String text(String name) {
        try (InputStream stream = Sample.class.getResourceAsStream("/samples/" + name)) {
            if (stream == null) {
                throw new IllegalArgumentException("no sample " + name);
            }
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Lines are {@code path = content}, {@code path -> link}, or {@code dir/4..127 = content} for many alike. */
    static void plant(String listing, Path root) throws IOException {
        for (String line : listing.lines().toList()) {
            int equals = line.indexOf(" = ");
            int arrow = line.indexOf(" -> ");
            if (arrow > 0 && (equals < 0 || arrow < equals)) {
                Path link = made(root.resolve(line.substring(0, arrow)));
                Files.createSymbolicLink(link, Path.of(line.substring(arrow + 4)));
                continue;
            }
            String path = line.substring(0, equals);
            String content = line.substring(equals + 3) + "\n";
            Matcher range = RANGE.matcher(path);
            if (range.matches()) {
                for (int i = Integer.parseInt(range.group(2)); i <= Integer.parseInt(range.group(3)); i++) {
                    Files.writeString(made(root.resolve(range.group(1) + i)), content);
                }
            } else {
                Files.writeString(made(root.resolve(path)), content);
            }
        }
    }

    private static Path made(Path file) throws IOException {
        Path directory = file.getParent();
        if (directory != null) {
            Files.createDirectories(directory);
        }
        return file;
    }
}
