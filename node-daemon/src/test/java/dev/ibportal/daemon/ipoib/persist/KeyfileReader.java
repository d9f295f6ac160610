package dev.ibportal.daemon.ipoib.persist;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/** A profile as the real NetworkManager understands it: nmcli reads it and prints what it made of it. */
final class KeyfileReader {
    private KeyfileReader() {}

    static Made read(HostTree host, Path keyfile) throws IOException, InterruptedException {
        String printed =
                host.run(keyfile, "nmcli", "--offline", "connection", "modify", "connection.autoconnect", "yes");
        Map<String, String> keys = keys(printed);
        Made.Builder made = new Made.Builder();
        made.name = keys.getOrDefault("connection.interface-name", "");
        made.parent = keys.getOrDefault("infiniband.parent", "");
        made.pkey = keys.containsKey("infiniband.p-key")
                ? String.format("0x%04x", Integer.parseInt(keys.get("infiniband.p-key")))
                : "";
        made.mode = keys.getOrDefault("infiniband.transport-mode", "");
        made.mtu = keys.getOrDefault("infiniband.mtu", "");
        keys.forEach((key, value) -> {
            if (key.matches("ipv[46]\\.address\\d+")) {
                made.addresses.add(value);
            } else if (key.matches("ipv[46]\\.route\\d+")) {
                made.routes.add(route(value, keys.getOrDefault(key + "_options", "")));
            } else if (key.matches("ipv[46]\\.routing-rule\\d+")) {
                made.rules.add(value);
            } else if (key.matches("ipv[46]\\.dns")) {
                made.servers.addAll(Arrays.asList(value.split(";")));
            } else if (key.matches("ipv[46]\\.dns-search")) {
                made.search.addAll(Arrays.asList(value.split(";")));
            }
        });
        return made.build();
    }

    private static String route(String value, String options) {
        String[] parts = value.split(",");
        boolean via = parts.length > 1 && !parts[1].equals("0.0.0.0") && !parts[1].equals("::");
        return parts[0]
                + (via ? " via " + parts[1] : "")
                + (parts.length > 2 ? " metric " + parts[2] : "")
                + (options.isEmpty() ? "" : " " + options.replace('=', ' '));
    }

    private static Map<String, String> keys(String text) {
        Map<String, String> keys = new LinkedHashMap<>();
        String section = "";
        for (String line : text.lines().toList()) {
            int equals = line.indexOf('=');
            if (line.startsWith("[")) {
                section = line.substring(1, line.length() - 1);
            } else if (equals > 0 && !line.startsWith("#")) {
                keys.put(section + "." + line.substring(0, equals), line.substring(equals + 1));
            }
        }
        return keys;
    }
}
