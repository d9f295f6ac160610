package dev.ibportal.daemon.inventory;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Whom netplan renders for, read from its files as far as that takes no YAML parser. */
enum NetplanRenderer {
    NETWORKD,
    NETWORK_MANAGER,
    /** More than one, or none that could be told. */
    UNCLEAR;

    private static final Pattern BLOCK = Pattern.compile("(?m)^([ ]*)renderer:\\s*[\"']?(\\S+?)[\"']?\\s*(#.*)?$");
    private static final Pattern INLINE = Pattern.compile("[{,]\\s*[\"']?renderer[\"']?\\s*:\\s*[\"']?(\\w+)");
    private static final Pattern FIRST_CHILD =
            Pattern.compile("(?m)^network:\\s*(?:#.*)?\\n(?:\\s*#.*\\n|\\s*\\n)*([ ]+)\\S");

    /** @param texts of all its files, in the order in which it reads them: a later one overrides */
    static NetplanRenderer of(List<String> texts) {
        Optional<String> global = Optional.empty();
        Set<String> local = new LinkedHashSet<>();
        for (String text : texts) {
            Matcher first = FIRST_CHILD.matcher(text);
            String indent = first.find() ? first.group(1) : "";
            Matcher block = BLOCK.matcher(text);
            while (block.find()) {
                if (block.group(1).equals(indent)) {
                    global = Optional.of(block.group(2));
                } else {
                    local.add(block.group(2));
                }
            }
            Matcher inline = INLINE.matcher(text);
            while (inline.find()) {
                local.add(inline.group(1));
            }
        }
        Set<String> all = new LinkedHashSet<>(local);
        all.add(global.orElse("networkd"));
        if (all.size() > 1) {
            return UNCLEAR;
        }
        return switch (all.iterator().next()) {
            case "networkd" -> NETWORKD;
            case "NetworkManager" -> NETWORK_MANAGER;
            default -> UNCLEAR;
        };
    }
}
