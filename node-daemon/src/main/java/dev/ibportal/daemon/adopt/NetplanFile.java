package dev.ibportal.daemon.adopt;

import dev.ibportal.types.InterfaceAddress;
import dev.ibportal.types.PKey;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A file of netplan: what it takes and nobody then does, and children that it passes on to NetworkManager. */
final class NetplanFile {
    static final String DIRECTORY = "/etc/netplan";

    private static final Pattern VLAN_LINK = Pattern.compile("(?m)^\\s*link:\\s*[\"']?(ib[\\w]*)[\"']?\\s*$");
    private static final Pattern VLAN_ID = Pattern.compile("(?m)^\\s*id:\\s*\\d+\\s*$");
    private static final Pattern PKEY = Pattern.compile("(?m)^\\s*(p-?key|pkey_id|partition-key)\\s*:.*$");
    private static final Pattern MODE = Pattern.compile("(?m)^\\s*infiniband-mode:\\s*(\\S+)\\s*$");
    private static final Pattern NM = Pattern.compile("(?m)^\\s*renderer:\\s*[\"']?NetworkManager");

    private static final Pattern INFINIBAND = Pattern.compile("(?i)infiniband|\\bib[0-9]|\\bibp[0-9]");
    /** No person's configuration: brackets on brackets, or aliases of aliases. */
    private static final Pattern FLOOD = Pattern.compile("[\\[{]{8}|(\\*\\w+, ?){4}");

    private static final String NETWORK = "network";
    private static final String ETHERNETS = "ethernets";

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
        List<FoundProfile> profiles = new ArrayList<>();
        Optional<PlainYaml> yaml = PlainYaml.read(text);
        if (networkManager) {
            yaml.ifPresent(read -> children(path, read, profiles));
        }
        boolean matters = networkManager
                || INFINIBAND.matcher(text).find()
                || FLOOD.matcher(text).find();
        if (matters && yaml.isEmpty()) {
            wrong.add(Recipes.unread(path, "more than plain keys, words and lists of words"));
        }
        return new Found(profiles, wrong);
    }

    /** Children that are passed on to NetworkManager; netplan has no words of its own for them. */
    private static void children(String path, PlainYaml yaml, List<FoundProfile> profiles) {
        for (String name : yaml.below(NETWORK, ETHERNETS)) {
            Optional<PKey> pkey = passed(yaml, name, "infiniband.p-key").flatMap(Values::pkey);
            Optional<String> parent = passed(yaml, name, "infiniband.parent");
            if (pkey.isPresent() && parent.isPresent()) {
                Set<InterfaceAddress> addresses = new HashSet<>();
                yaml.all(NETWORK, ETHERNETS, name, "addresses")
                        .forEach(text -> Values.address(text).ifPresent(addresses::add));
                profiles.add(new FoundProfile(
                        path,
                        name,
                        parent,
                        pkey,
                        yaml.one(NETWORK, ETHERNETS, name, "infiniband-mode").flatMap(Values::mode),
                        yaml.one(NETWORK, ETHERNETS, name, "mtu").flatMap(Values::number),
                        addresses));
            }
        }
    }

    private static Optional<String> passed(PlainYaml yaml, String name, String key) {
        return yaml.one(NETWORK, ETHERNETS, name, "networkmanager", "passthrough", key);
    }
}
