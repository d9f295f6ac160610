package dev.ibportal.daemon.ipoib.persist;

import dev.ibportal.daemon.inventory.Backend.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/**
 * An ifcfg file as a real shell reads it. The scripts themselves are not in Debian; that they make of these variables
 * what is said here was taken from their sources.
 */
final class ShellReader {
    private ShellReader() {}

    static Made read(HostTree host, Profile profile, Kind kind) throws IOException, InterruptedException {
        boolean suse = kind == Kind.WICKED;
        String directory = suse ? WickedWriter.DIRECTORY : IfcfgWriter.DIRECTORY;
        Path file = host.root().resolve((directory + "/ifcfg-" + profile.name()).substring(1));
        Map<String, String> values =
                values(host.run("env", "-i", "sh", HostTree.script("shell.sh").toString(), file.toString()));
        Made.Builder made = new Made.Builder();
        made.name = suse ? profile.name().text() : values.getOrDefault("DEVICE", "");
        made.mtu = values.getOrDefault("MTU", "");
        if (suse) {
            made.parent = values.getOrDefault("IPOIB_DEVICE", "");
            made.pkey = values.containsKey("IPOIB_PKEY") ? "0x" + values.get("IPOIB_PKEY") : "";
            made.mode = values.getOrDefault("IPOIB_MODE", "");
        } else {
            made.parent = values.getOrDefault("PHYSDEV", "");
            made.pkey = pkey(values);
            made.mode = values.getOrDefault("CONNECTED_MODE", "").equals("yes") ? "connected" : "datagram";
        }
        addresses(values, made);
        names(values, made);
        routes(host, profile, directory, made);
        return made.build();
    }

    /** As ifup-ib: arithmetic, bit 15 forced. */
    private static String pkey(Map<String, String> values) {
        return values.getOrDefault("PKEY", "").equals("yes")
                ? String.format("0x%04x", 0x8000 | Integer.decode(values.getOrDefault("PKEY_ID", "0")))
                : "";
    }

    private static void addresses(Map<String, String> values, Made.Builder made) {
        values.forEach((key, value) -> {
            if (key.matches("IPADDR(_?\\d+)?")) {
                String prefix = values.get("PREFIX" + key.substring("IPADDR".length()));
                made.addresses.add(prefix == null ? value : value + "/" + prefix);
            } else if (key.equals("IPV6ADDR") || key.equals("IPV6ADDR_SECONDARIES")) {
                made.addresses.addAll(Arrays.asList(value.split(" ")));
            } else if (key.matches("ROUTING_RULE6?_\\d+")) {
                made.rules.add(value);
            }
        });
    }

    private static void names(Map<String, String> values, Made.Builder made) {
        values.forEach((key, value) -> {
            if (key.matches("DNS\\d+")) {
                made.servers.add(value);
            } else if (key.equals("DOMAIN")) {
                made.search.addAll(Arrays.asList(value.split(" ")));
            }
        });
    }

    /** Files with a line for each, in words of {@code ip}; wicked has columns instead. */
    private static void routes(HostTree host, Profile profile, String directory, Made.Builder made) throws IOException {
        for (Path file : host.files(directory)) {
            String name = String.valueOf(file.getFileName());
            for (String line : Files.readAllLines(file)) {
                if (line.startsWith("#")) {
                    continue;
                }
                if (name.matches("route6?-" + profile.name())) {
                    made.routes.add(line.replaceFirst(" dev \\S+$", ""));
                } else if (name.matches("rule6?-" + profile.name())) {
                    made.rules.add(line);
                } else if (name.equals("ifroute-" + profile.name())) {
                    String[] columns = line.split(" ", 6);
                    made.routes.add(columns[0]
                            + (columns[1].equals("-") ? "" : " via " + columns[1])
                            + (columns.length > 5 ? " " + columns[5] : ""));
                }
            }
        }
    }

    private static Map<String, String> values(String env) {
        Map<String, String> values = new TreeMap<>();
        env.lines().filter(line -> line.contains("=")).forEach(line -> {
            int equals = line.indexOf('=');
            values.put(line.substring(0, equals), line.substring(equals + 1));
        });
        return values;
    }
}
