package dev.ibportal.daemon.host.simulated;

import dev.ibportal.daemon.host.Command;
import dev.ibportal.daemon.host.CommandResult;
import dev.ibportal.daemon.host.HostFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What {@code netplan generate} makes for NetworkManager: an approximation that knows the words for a child. */
final class SimulatedNetplan {
    private static final String SOURCE = "/etc/netplan";
    private static final String GENERATED = "/run/NetworkManager/system-connections";
    private static final Pattern CHILD = Pattern.compile("(?m)^    (\\S+):\\s*\\n((?: {6}.*\\n?)+)");
    private static final Pattern KEY =
            Pattern.compile("(?m)^\\s+([a-z0-9.-]+|ipv[46]\\.\\S+?): *\"?([^\"\\n]+)\"?\\s*$");
    private static final Pattern ITEM = Pattern.compile("(?m)^ {8}- \"([^\"\\n]+)\"\\s*$");

    private final HostFiles files;

    SimulatedNetplan(HostFiles files) {
        this.files = files;
    }

    CommandResult run(Command command) {
        if (files.list(SOURCE).isMissing()) {
            return CommandResult.notStarted(command, "no allowed program «netplan»");
        }
        generate();
        return CommandResult.exited(command, 0, "", "");
    }

    void generate() {
        try {
            for (String old : files.list(GENERATED).found().orElse(List.of())) {
                files.delete(GENERATED + "/" + old);
            }
            for (String name : files.list(SOURCE).found().orElse(List.of())) {
                String text = files.read(SOURCE + "/" + name).found().orElse("");
                Matcher child = CHILD.matcher(text);
                while (child.find()) {
                    if (child.group(2).contains("infiniband.p-key")) {
                        files.write(
                                GENERATED + "/netplan-" + child.group(1) + ".nmconnection",
                                profile(child.group(1), child.group(2)),
                                HostFiles.FileMode.OWNER_ONLY);
                    }
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String profile(String name, String body) {
        Map<String, String> values = new LinkedHashMap<>();
        Matcher key = KEY.matcher(body);
        while (key.find()) {
            values.putIfAbsent(key.group(1), key.group(2));
        }
        List<String> ipv4 = new ArrayList<>();
        List<String> ipv6 = new ArrayList<>();
        Matcher item = ITEM.matcher(body);
        while (item.find()) {
            if (item.group(1).contains("/")) {
                (item.group(1).contains(":") ? ipv6 : ipv4).add(item.group(1));
            }
        }
        StringBuilder text = new StringBuilder("[connection]\ntype=infiniband\n");
        text.append("uuid=").append(values.getOrDefault("uuid", "")).append('\n');
        text.append("interface-name=").append(name).append("\n\n[infiniband]\n");
        if (values.containsKey("mtu")) {
            text.append("mtu=").append(values.get("mtu")).append('\n');
        }
        text.append("transport-mode=")
                .append(values.getOrDefault("infiniband-mode", "datagram"))
                .append('\n');
        text.append("p-key=")
                .append(values.getOrDefault("infiniband.p-key", ""))
                .append('\n');
        text.append("parent=")
                .append(values.getOrDefault("infiniband.parent", ""))
                .append('\n');
        addresses(text, "ipv4", ipv4);
        addresses(text, "ipv6", ipv6);
        return text.toString();
    }

    private static void addresses(StringBuilder text, String section, List<String> addresses) {
        text.append("\n[").append(section).append("]\n");
        for (int i = 0; i < addresses.size(); i++) {
            text.append("address")
                    .append(i + 1)
                    .append('=')
                    .append(addresses.get(i))
                    .append('\n');
        }
    }
}
