package dev.ibportal.daemon.adopt;

import dev.ibportal.types.InterfaceAddress;
import dev.ibportal.types.PKey;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** An {@code ifcfg} file of the SUSE family. */
final class WickedFile {
    static final String DIRECTORY = "/etc/sysconfig/network";

    private WickedFile() {}

    static Found read(String path, String text) {
        ShellFile file = ShellFile.read(text);
        String name = path.substring(path.lastIndexOf('/') + 1).replaceFirst("^ifcfg-", "");
        if (!Values.isIpoibName(name) && !file.is("IPOIB", "yes") && !file.has("IPOIB_DEVICE")) {
            return Found.NOTHING;
        }
        List<WrongRecipe> wrong = new ArrayList<>();
        if (file.has("ETHERDEVICE")) {
            return new Found(
                    List.of(),
                    List.of(Recipes.vlan(path, "ETHERDEVICE=" + file.value("ETHERDEVICE") + " for " + name)));
        }
        int dot = name.lastIndexOf('.');
        boolean child = file.has("IPOIB_PKEY") || dot > 0;
        String key = file.has("IPOIB_PKEY") ? file.value("IPOIB_PKEY") : dot > 0 ? name.substring(dot + 1) : "";
        if (key.startsWith("0x")) {
            wrong.add(new WrongRecipe(
                    "wicked.pkey-base",
                    path,
                    "IPOIB_PKEY=" + key,
                    "IPOIB_PKEY=" + key.substring(2) + ": wicked wants the digits alone, always hexadecimal"));
        }
        Optional<PKey> pkey = child ? Values.hexPkey(key.replaceFirst("^0x", "")) : Optional.empty();
        String parent = file.has("IPOIB_DEVICE") ? file.value("IPOIB_DEVICE") : dot > 0 ? name.substring(0, dot) : "";
        pkey.filter(found -> key.replaceFirst("^0x", "").matches("0*" + String.format("%x", found.limited())))
                .ifPresent(found -> wrong.add(Recipes.limitedName(path, "IPOIB_PKEY=" + key, found, parent)));
        if (child && pkey.isEmpty()) {
            return new Found(List.of(), wrong);
        }
        return new Found(
                List.of(new FoundProfile(
                        path,
                        name,
                        child ? Optional.of(parent) : Optional.empty(),
                        pkey,
                        Values.mode(file.value("IPOIB_MODE")),
                        Values.number(file.value("MTU")),
                        addresses(file))),
                wrong);
    }

    private static Set<InterfaceAddress> addresses(ShellFile file) {
        Set<InterfaceAddress> all = new HashSet<>();
        file.values().forEach((key, value) -> {
            if (key.startsWith("IPADDR")) {
                String suffix = key.substring("IPADDR".length());
                String length = file.has("PREFIXLEN" + suffix)
                        ? file.value("PREFIXLEN" + suffix)
                        : file.value("NETMASK" + suffix);
                Values.address(value, length).ifPresent(all::add);
            }
        });
        return all;
    }
}
