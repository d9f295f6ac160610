package dev.ibportal.daemon.adopt;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A file of netplan. Only what netplan takes and nobody then does is looked for; no YAML is understood here. */
final class NetplanFile {
    static final String DIRECTORY = "/etc/netplan";

    private static final Pattern VLAN_LINK = Pattern.compile("(?m)^\\s*link:\\s*[\"']?(ib[\\w]*)[\"']?\\s*$");
    private static final Pattern VLAN_ID = Pattern.compile("(?m)^\\s*id:\\s*\\d+\\s*$");
    private static final Pattern PKEY = Pattern.compile("(?m)^\\s*(p-?key|pkey_id|partition-key)\\s*:.*$");
    private static final Pattern MODE = Pattern.compile("(?m)^\\s*infiniband-mode:\\s*(\\S+)\\s*$");
    private static final Pattern NM = Pattern.compile("(?m)^\\s*renderer:\\s*[\"']?NetworkManager");

    private NetplanFile() {}

    static Found read(String path, String text) {
        List<WrongRecipe> wrong = new ArrayList<>();
        Matcher link = VLAN_LINK.matcher(text);
        if (link.find() && VLAN_ID.matcher(text).find()) {
            wrong.add(Recipes.vlan(path, "vlans: with link: " + link.group(1)));
        }
        boolean networkManager = NM.matcher(text).find();
        Matcher pkey = PKEY.matcher(text);
        if (!networkManager && pkey.find()) {
            wrong.add(new WrongRecipe(
                    "netplan.pkey",
                    path,
                    pkey.group().strip(),
                    "netplan has no way to say a child with a PKey; beside it, a .netdev of systemd-networkd has"));
        }
        Matcher mode = MODE.matcher(text);
        if (!networkManager && mode.find()) {
            wrong.add(new WrongRecipe(
                    "netplan.mode",
                    path,
                    "infiniband-mode: " + mode.group(1),
                    "it does nothing with the networkd renderer: systemd-networkd ignores it; set the mode by a udev rule,"
                            + " or use the NetworkManager renderer"));
        }
        return new Found(List.of(), wrong);
    }
}
