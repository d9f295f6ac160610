package dev.ibportal.daemon.adopt;

import dev.ibportal.types.InterfaceAddress;
import dev.ibportal.types.IpoibMode;
import dev.ibportal.types.PKey;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** An {@code ifcfg} file of the Red Hat family. */
final class IfcfgFile {
    static final String DIRECTORY = "/etc/sysconfig/network-scripts";

    private final String path;
    private final ShellFile file;
    private final String name;
    private final List<WrongRecipe> wrong = new ArrayList<>();

    private IfcfgFile(String path, String text) {
        this.path = path;
        this.file = ShellFile.read(text);
        String fileName = path.substring(path.lastIndexOf('/') + 1);
        this.name = file.has("DEVICE") ? file.value("DEVICE") : fileName.replaceFirst("^ifcfg-", "");
    }

    static Found read(String path, String text) {
        IfcfgFile ifcfg = new IfcfgFile(path, text);
        return ifcfg.isIpoib() ? ifcfg.found() : Found.NOTHING;
    }

    private boolean isIpoib() {
        return Values.isIpoibName(name) || file.is("TYPE", "InfiniBand") || file.has("PKEY_ID");
    }

    private Found found() {
        boolean child = file.is("PKEY", "yes");
        if (file.has("PKEY") && !file.is("PKEY", "yes") && !file.is("PKEY", "no")) {
            pkeyIsASwitch();
        }
        if (file.is("VLAN", "yes") || file.is("TYPE", "Vlan")) {
            wrong.add(Recipes.vlan(path, "VLAN=" + file.value("VLAN") + " on " + parentText()));
            return new Found(List.of(), wrong);
        }
        if (child) {
            child();
        }
        ethernet();
        return new Found(profile(child).map(List::of).orElse(List.of()), wrong);
    }

    private String parentText() {
        return file.has("PHYSDEV") ? file.value("PHYSDEV") : name;
    }

    private void pkeyIsASwitch() {
        String key = Values.pkey(file.value("PKEY")).map(PKey::toString).orElse("0x8001");
        String child = name.contains(".") ? name.substring(0, name.indexOf('.')) : name;
        wrong.add(new WrongRecipe(
                "ifcfg.pkey-is-a-switch",
                path,
                "PKEY=" + file.value("PKEY"),
                "PKEY is a switch, yes or no; as it stands " + name + " itself is set up, in the partition of index 0. "
                        + "Right, in a file of its own ifcfg-" + child + "." + key.substring(2) + ": DEVICE=" + child
                        + "."
                        + key.substring(2) + ", TYPE=InfiniBand, PKEY=yes, PKEY_ID=" + key + ", PHYSDEV=" + child));
        if (file.has("IPADDR") || file.has("IPADDR0") || file.has("IPV6ADDR")) {
            wrong.add(new WrongRecipe(
                    "address.wrong-interface",
                    path,
                    file.value("IPADDR") + " on " + name,
                    "the address belongs on " + child + "." + key.substring(2) + ", not on " + name
                            + ", which is in another partition"));
        }
    }

    private void child() {
        if (!file.has("PHYSDEV")) {
            wrong.add(new WrongRecipe(
                    "ifcfg.no-physdev",
                    path,
                    "PKEY=yes without PHYSDEV",
                    "PHYSDEV=" + (name.contains(".") ? name.substring(0, name.indexOf('.')) : "ib0")
                            + ": the script makes the interface on that one, and without it on none"));
        }
        if (!file.value("PKEY_ID").startsWith("0x")) {
            wrong.add(new WrongRecipe(
                    "ifcfg.pkey-id-base",
                    path,
                    "PKEY_ID=" + file.value("PKEY_ID"),
                    "PKEY_ID=0x…: it is taken as the shell takes numbers, so without 0x it is decimal"));
        }
        pkey().filter(key -> file.has("PHYSDEV")).ifPresent(key -> {
            String right = file.value("PHYSDEV") + "." + key.hex();
            if (!right.equals(name)) {
                wrong.add(new WrongRecipe(
                        "ifcfg.device-name",
                        path,
                        "DEVICE=" + name,
                        "DEVICE=" + right
                                + ": the name is the parent, a dot and the four digits of the key with 0x8000"));
            }
        });
    }

    /** A template made for Ethernet. */
    private void ethernet() {
        if (file.has("TYPE") && !file.is("TYPE", "InfiniBand")) {
            wrong.add(new WrongRecipe("ifcfg.type", path, "TYPE=" + file.value("TYPE"), "TYPE=InfiniBand"));
        }
        if (file.value("HWADDR").matches("([0-9A-Fa-f]{2}:){5}[0-9A-Fa-f]{2}")) {
            wrong.add(new WrongRecipe(
                    "ifcfg.hwaddr",
                    path,
                    "HWADDR=" + file.value("HWADDR"),
                    "no HWADDR: an IPoIB address has 20 bytes, and all but the last 8 of them change"));
        }
    }

    private Optional<PKey> pkey() {
        // The script sets 0x8000 by itself.
        return Values.pkey(file.value("PKEY_ID"));
    }

    private Optional<FoundProfile> profile(boolean child) {
        if (child && pkey().isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new FoundProfile(
                path,
                name,
                child ? Optional.of(file.value("PHYSDEV")).filter(text -> !text.isEmpty()) : Optional.empty(),
                child ? pkey() : Optional.empty(),
                file.has("CONNECTED_MODE")
                        ? Optional.of(file.is("CONNECTED_MODE", "yes") ? IpoibMode.CONNECTED : IpoibMode.DATAGRAM)
                        : Optional.empty(),
                Values.number(file.value("MTU")),
                addresses()));
    }

    private Set<InterfaceAddress> addresses() {
        Set<InterfaceAddress> all = new HashSet<>();
        file.values().forEach((key, value) -> {
            if (key.matches("IPADDR[0-9]*")) {
                String number = key.substring("IPADDR".length());
                String length =
                        file.has("PREFIX" + number) ? file.value("PREFIX" + number) : file.value("NETMASK" + number);
                Values.address(value, length).ifPresent(all::add);
            }
        });
        Values.address(file.value("IPV6ADDR")).ifPresent(all::add);
        for (String more : file.value("IPV6ADDR_SECONDARIES").split("\\s+")) {
            Values.address(more).ifPresent(all::add);
        }
        return all;
    }
}
