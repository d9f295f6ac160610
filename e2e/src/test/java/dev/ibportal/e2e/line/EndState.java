package dev.ibportal.e2e.line;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ibportal.e2e.lab.Lab;
import dev.ibportal.e2e.lab.LabHost;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What one device of each host is and is kept as.
 *
 * @param live as {@code ip} shows link and addresses, by host
 * @param kept text of each configuration file that names the device, by path and host
 */
record EndState(Map<String, JsonNode> live, Map<String, Map<String, String>> kept) {
    private static final String FOLDER = "etc/network/interfaces.d";

    static EndState of(Lab lab, String device) throws IOException {
        Map<String, JsonNode> live = new TreeMap<>();
        Map<String, Map<String, String>> kept = new TreeMap<>();
        for (LabHost host : lab.hosts()) {
            live.put(host.name(), live(host, device));
            kept.put(host.name(), kept(host, device));
        }
        return new EndState(live, kept);
    }

    private static JsonNode live(LabHost host, String device) {
        String out =
                host.ip("-j", "-d", "addr", "show", "dev", device).orThrow().out();
        ObjectNode link = (ObjectNode) Line.parse(out).get(0);
        // How long a link-local address has been there is no part of a state.
        link.path("addr_info")
                .forEach(address -> ((ObjectNode) address).remove(List.of("valid_life_time", "preferred_life_time")));
        return link;
    }

    private static Map<String, String> kept(LabHost host, String device) throws IOException {
        try (Stream<Path> files = Files.list(host.root().resolve(FOLDER))) {
            Map<String, String> kept = new TreeMap<>();
            for (Path file : files.sorted().toList()) {
                String text = Files.readString(file);
                if (text.contains(device)) {
                    kept.put("/" + FOLDER + "/" + file.getFileName(), text);
                }
            }
            return kept;
        }
    }

    Set<Integer> mtus() {
        return live.values().stream().map(link -> link.path("mtu").asInt()).collect(Collectors.toSet());
    }
}
