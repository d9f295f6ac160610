package dev.ibportal.daemon.adopt;

import dev.ibportal.types.InterfaceAddress;
import dev.ibportal.types.PKey;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A keyfile of NetworkManager. */
final class KeyfileFile {
    static final String DIRECTORY = "/etc/NetworkManager/system-connections";
    private static final String INFINIBAND = "infiniband";

    private KeyfileFile() {}

    static Found read(String path, String text) {
        IniFile file = IniFile.read(text);
        String type = file.text("connection", "type");
        if (type.equals("vlan") && Values.isIpoibName(file.text("vlan", "parent"))) {
            return new Found(
                    List.of(), List.of(Recipes.vlan(path, "type=vlan with parent=" + file.text("vlan", "parent"))));
        }
        String name = file.text("connection", "interface-name");
        if (!type.equals(INFINIBAND)) {
            return Values.isIpoibName(name) && !name.isEmpty()
                    ? new Found(
                            List.of(),
                            List.of(new WrongRecipe(
                                    "keyfile.type", path, "type=" + type + " for " + name, "type=infiniband")))
                    : Found.NOTHING;
        }
        return infiniband(path, file, name);
    }

    private static Found infiniband(String path, IniFile file, String name) {
        List<WrongRecipe> wrong = new ArrayList<>();
        String key = file.text(INFINIBAND, "p-key");
        boolean child = !key.isEmpty() && !key.equals("-1");
        String parent = file.text(INFINIBAND, "parent");
        Optional<PKey> pkey = child ? Values.pkey(key) : Optional.empty();
        pkey.filter(found -> Integer.decode(key) == found.limited())
                .ifPresent(found -> wrong.add(Recipes.limitedName(path, "p-key=" + key, found, parent)));
        if (child && parent.isEmpty()) {
            wrong.add(new WrongRecipe("keyfile.no-parent", path, "p-key without parent", "parent=ib0"));
        }
        if (child && pkey.isEmpty()) {
            wrong.add(new WrongRecipe(
                    "keyfile.pkey", path, "p-key=" + key, "p-key in decimal or with 0x, for example 32769 for 0x8001"));
            return new Found(List.of(), wrong);
        }
        if (file.value(INFINIBAND, "transport-mode").isEmpty()) {
            wrong.add(new WrongRecipe(
                    "keyfile.mode",
                    path,
                    "no transport-mode",
                    "transport-mode=datagram (or connected): without it NetworkManager refuses the profile"));
        }
        // The name is fixed: NetworkManager makes it of parent and key.
        String made = pkey.map(found -> parent + String.format(".%04x", Integer.decode(key)))
                .orElse(name);
        return new Found(
                List.of(new FoundProfile(
                        path,
                        made,
                        child ? Optional.of(parent) : Optional.empty(),
                        pkey,
                        file.value(INFINIBAND, "transport-mode").flatMap(Values::mode),
                        Values.number(file.text(INFINIBAND, "mtu")),
                        addresses(file))),
                wrong);
    }

    private static Set<InterfaceAddress> addresses(IniFile file) {
        Set<InterfaceAddress> all = new HashSet<>();
        file.entries().stream()
                .filter(entry ->
                        entry.section().matches("ipv[46]") && entry.key().matches("address[0-9]*"))
                .forEach(entry ->
                        Values.address(entry.value().split("[,;]")[0].strip()).ifPresent(all::add));
        return all;
    }
}
