package dev.ibportal.daemon.adopt;

import dev.ibportal.types.InterfaceAddress;
import dev.ibportal.types.PKey;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The files of systemd-networkd, which make an interface together. */
final class NetworkdFiles {
    static final String DIRECTORY = "/etc/systemd/network";
    private static final String NETPLAN = "10-netplan-";

    private final Map<String, IniFile> files = new LinkedHashMap<>();
    private final List<FoundProfile> profiles = new ArrayList<>();
    private final List<WrongRecipe> wrong = new ArrayList<>();

    private NetworkdFiles(Map<String, String> texts) {
        texts.forEach((path, text) -> files.put(path, IniFile.read(text)));
    }

    static Found read(Map<String, String> texts) {
        NetworkdFiles all = new NetworkdFiles(texts);
        all.files.forEach((path, file) -> {
            if (path.endsWith(".netdev")) {
                all.netdev(path, file);
            } else if (path.endsWith(".network")) {
                all.network(path, file);
            }
        });
        return new Found(all.profiles, all.wrong);
    }

    private void netdev(String path, IniFile file) {
        String name = file.text("NetDev", "Name");
        String kind = file.text("NetDev", "Kind");
        if (kind.equals("vlan")
                && parentOf(name, "VLAN").filter(Values::isIpoibName).isPresent()) {
            wrong.add(Recipes.vlan(
                    path, "Kind=vlan " + name + " on " + parentOf(name, "VLAN").orElse("")));
        }
        if (!kind.equals("ipoib")) {
            return;
        }
        if (!file.text("NetDev", "MACAddress").equals("none")) {
            wrong.add(new WrongRecipe(
                    "networkd.invented-guid",
                    path,
                    "Kind=ipoib without MACAddress=none",
                    "MACAddress=none: otherwise networkd invents a GUID that the fabric does not know"));
        }
        String key = file.text("IPoIB", "PartitionKey");
        Optional<PKey> pkey = Values.pkey(key);
        String parent = parentOf(name, "IPoIB").orElse("");
        if (pkey.isEmpty()) {
            wrong.add(new WrongRecipe(
                    "networkd.pkey",
                    path,
                    key.isEmpty() ? "no PartitionKey" : "PartitionKey=" + key,
                    "PartitionKey=0x8001 in section [IPoIB]: other spellings are ignored, and the interface gets the"
                            + " parent's key"));
            return;
        }
        if (Integer.decode(key) == pkey.get().limited()) {
            wrong.add(Recipes.limitedName(path, "PartitionKey=" + key, pkey.get(), parent.isEmpty() ? "ib0" : parent));
        }
        if (parent.isEmpty()) {
            wrong.add(new WrongRecipe(
                    "networkd.no-parent",
                    path,
                    name + " that no .network file names",
                    "IPoIB=" + name + " in section [Network] of the parent's .network file: that makes it"));
        }
        profiles.add(new FoundProfile(
                path,
                name,
                Optional.of(parent).filter(text -> !text.isEmpty()),
                pkey,
                Values.mode(file.text("IPoIB", "Mode")),
                mtu(name),
                addresses(name)));
    }

    private void network(String path, IniFile file) {
        if (file.hasSection("IPoIB")) {
            wrong.add(new WrongRecipe(
                    "networkd.mode-in-network",
                    path,
                    "section [IPoIB] in a .network file",
                    "Mode= in section [IPoIB] of the child's .netdev file: in a .network file networkd ignores it"));
        }
        String name = file.text("Match", "Name");
        boolean parent = Values.isIpoibName(name) && !name.contains(".") && !name.contains("*");
        if (parent && !file.values("Network", "Address").isEmpty()) {
            profiles.add(new FoundProfile(
                    path, name, Optional.empty(), Optional.empty(), Optional.empty(), mtu(name), addresses(name)));
        }
    }

    private Optional<String> parentOf(String child, String key) {
        return files.entrySet().stream()
                .filter(file -> file.getValue().values("Network", key).contains(child))
                .map(file -> matched(file.getKey(), file.getValue()))
                .filter(name -> !name.isEmpty())
                .findFirst();
    }

    /** Of a drop-in the file that it belongs to says so; what netplan makes is there at run time only, named after it. */
    private String matched(String path, IniFile file) {
        int dropIn = path.lastIndexOf(".d/");
        if (dropIn < 0) {
            return file.text("Match", "Name");
        }
        String whole = path.substring(0, dropIn);
        IniFile main = files.get(whole);
        String name = whole.substring(whole.lastIndexOf('/') + 1);
        return main == null && name.startsWith(NETPLAN)
                ? name.substring(NETPLAN.length(), name.length() - ".network".length())
                : Optional.ofNullable(main)
                        .map(found -> found.text("Match", "Name"))
                        .orElse("");
    }

    private List<IniFile> networks(String name) {
        return files.entrySet().stream()
                .filter(file -> file.getKey().endsWith(".network")
                        && file.getValue().text("Match", "Name").equals(name))
                .map(Map.Entry::getValue)
                .toList();
    }

    private Optional<Integer> mtu(String name) {
        return networks(name).stream()
                .flatMap(file -> Values.number(file.text("Link", "MTUBytes")).stream())
                .findFirst();
    }

    private Set<InterfaceAddress> addresses(String name) {
        Set<InterfaceAddress> all = new HashSet<>();
        networks(name).forEach(file -> {
            file.values("Network", "Address")
                    .forEach(text -> Values.address(text).ifPresent(all::add));
            file.values("Address", "Address")
                    .forEach(text -> Values.address(text).ifPresent(all::add));
        });
        return all;
    }
}
