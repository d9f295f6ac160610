package dev.ibportal.daemon.adopt;

import dev.ibportal.types.InterfaceAddress;
import dev.ibportal.types.IpoibMode;
import dev.ibportal.types.PKey;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A file of Debian's ifupdown. */
final class InterfacesFile {
    static final String MAIN = "/etc/network/interfaces";
    static final String DIRECTORY = "/etc/network/interfaces.d";

    private static final Pattern STANZA = Pattern.compile("\\s*iface\\s+(\\S+)\\s+inet6?\\s+(\\S+).*");
    private static final Pattern END = Pattern.compile("\\s*(auto|allow-\\S+|mapping|source\\S*)\\s.*");
    private static final Pattern CHILD = Pattern.compile("(.+)\\.([0-9a-fA-F]{4})");
    private static final Pattern MODE =
            Pattern.compile("echo\\s+(datagram|connected)\\s*>|\\bmode\\s+(datagram|connected)\\b");

    private InterfacesFile() {}

    static Found read(String path, String text) {
        Map<String, List<String>> stanzas = new LinkedHashMap<>();
        String name = "";
        for (String line : text.lines().toList()) {
            Matcher stanza = STANZA.matcher(line);
            if (stanza.matches()) {
                name = stanza.group(1);
                stanzas.computeIfAbsent(name, of -> new ArrayList<>());
            } else if (END.matcher(line).matches()) {
                name = "";
            } else if (!name.isEmpty() && !line.isBlank() && !line.strip().startsWith("#")) {
                stanzas.getOrDefault(name, new ArrayList<>()).add(line.strip());
            }
        }
        Found all = Found.NOTHING;
        for (Map.Entry<String, List<String>> stanza : stanzas.entrySet()) {
            all = all.and(stanza(path, stanza.getKey(), stanza.getValue()));
        }
        return all;
    }

    private static Found stanza(String path, String name, List<String> lines) {
        Optional<String> vlan = value(lines, "vlan-raw-device")
                .or(() -> value(lines, "vlan_raw_device"))
                .filter(Values::isIpoibName);
        if (vlan.isPresent()) {
            return new Found(List.of(), List.of(Recipes.vlan(path, name + " with vlan-raw-device " + vlan.get())));
        }
        if (!Values.isIpoibName(name)) {
            return Found.NOTHING;
        }
        List<WrongRecipe> wrong = new ArrayList<>();
        Matcher child = CHILD.matcher(name);
        Optional<String> parent = Optional.empty();
        Optional<PKey> pkey = Optional.empty();
        if (child.matches()) {
            parent = Optional.of(child.group(1));
            pkey = Values.hexPkey(child.group(2));
            pkey.filter(key -> Integer.parseInt(child.group(2), 16) == key.limited())
                    .ifPresent(key -> wrong.add(Recipes.limitedName(path, "iface " + name, key, child.group(1))));
        }
        return new Found(
                List.of(new FoundProfile(
                        path,
                        name,
                        parent,
                        pkey,
                        mode(lines),
                        value(lines, "mtu").flatMap(Values::number),
                        addresses(lines))),
                wrong);
    }

    private static Optional<String> value(List<String> lines, String key) {
        return lines.stream()
                .map(line -> line.split("\\s+", 2))
                .filter(words -> words.length == 2 && words[0].equals(key))
                .map(words -> words[1].strip())
                .findFirst();
    }

    private static Optional<IpoibMode> mode(List<String> lines) {
        return lines.stream()
                .map(MODE::matcher)
                .filter(Matcher::find)
                .map(found -> found.group(1) == null ? found.group(2) : found.group(1))
                .flatMap(text -> Values.mode(text).stream())
                .findFirst();
    }

    private static Set<InterfaceAddress> addresses(List<String> lines) {
        Set<InterfaceAddress> all = new HashSet<>();
        String mask = value(lines, "netmask").orElse("");
        lines.stream()
                .map(line -> line.split("\\s+", 2))
                .filter(words -> words.length == 2 && words[0].equals("address"))
                .forEach(words -> Values.address(words[1].strip(), mask).ifPresent(all::add));
        return all;
    }
}
