package dev.ibportal.daemon.ipoib.persist;

import dev.ibportal.daemon.host.HostFiles.FileMode;
import dev.ibportal.types.InterfaceAddress;
import dev.ibportal.types.IpFamily;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * netplan that renders for NetworkManager. It has no words for a child with a PKey, but passes on what NetworkManager
 * should get; policy rules too, which it would leave out without a word if they were said in its own way.
 */
final class NetplanWriter implements Writer {
    static final String DIRECTORY = "/etc/netplan";
    private static final String GENERATED = "/run/NetworkManager/system-connections/netplan-";

    static String generated(String name) {
        return GENERATED + name + ".nmconnection";
    }

    @Override
    public Optional<NmProfile> nmProfile(Profile profile) {
        return Optional.of(new NmProfile(
                KeyfileWriter.uuid(profile.interfaceId()).toString(),
                generated(profile.name().text()),
                true));
    }

    @Override
    public List<KeptFile> own(Profile profile, PersistedView view) {
        return List.of(new KeptFile(
                DIRECTORY + "/90-ibportal-" + profile.name() + ".yaml",
                content(profile).toString(),
                FileMode.OWNER_ONLY));
    }

    private static FileText content(Profile profile) {
        FileText text = new FileText(profile.mark().line());
        text.line("network:").line("  version: 2").line("  ethernets:").line("    " + profile.name() + ":");
        at(text, "renderer: NetworkManager");
        at(text, "infiniband-mode: " + profile.mode().text());
        profile.mtu().ifPresent(mtu -> at(text, "mtu: " + mtu));
        at(text, "dhcp4: false");
        at(text, "dhcp6: false");
        at(text, "accept-ra: false");
        if (!profile.addresses().isEmpty()) {
            at(text, "addresses:");
            profile.addresses().forEach(address -> at(text, "  - " + quoted(address)));
        }
        names(text, profile.extras().names());
        at(text, "networkmanager:");
        at(text, "  uuid: " + quoted(KeyfileWriter.uuid(profile.interfaceId())));
        at(text, "  name: " + quoted(profile.name()));
        at(text, "  passthrough:");
        if (profile.isChild()) {
            pass(text, "infiniband.p-key", profile.pkey().full());
            pass(text, "infiniband.parent", profile.parent());
        }
        family(text, "ipv4", IpFamily.IPV4, profile);
        family(text, "ipv6", IpFamily.IPV6, profile);
        return text;
    }

    private static void at(FileText text, String line) {
        text.line("      " + line);
    }

    private static void pass(FileText text, String key, Object value) {
        at(text, "    " + key + ": " + quoted(value));
    }

    private static String quoted(Object value) {
        return "\"" + value + "\"";
    }

    private static void names(FileText text, NameService names) {
        if (names.isNone()) {
            return;
        }
        at(text, "nameservers:");
        if (!names.servers().isEmpty()) {
            at(text, "  addresses:");
            names.servers().forEach(server -> at(text, "    - " + quoted(server)));
        }
        if (!names.search().isEmpty()) {
            at(text, "  search:");
            names.search().forEach(domain -> at(text, "    - " + quoted(domain)));
        }
    }

    private static void family(FileText text, String section, IpFamily family, Profile profile) {
        List<InterfaceAddress> addresses = profile.addresses(family);
        if (addresses.isEmpty()) {
            pass(text, section + ".method", "disabled");
        }
        pass(text, section + ".never-default", "true");
        List<Route> routes = profile.routes(family);
        for (int i = 0; i < routes.size(); i++) {
            String key = section + ".route" + (i + 1);
            pass(text, key, KeyfileWriter.route(routes.get(i)));
            routes.get(i).table().ifPresent(table -> pass(text, key + "_options", "table=" + table));
        }
        List<PolicyRule> rules = profile.rules(family);
        for (int i = 0; i < rules.size(); i++) {
            pass(text, section + ".routing-rule" + (i + 1), KeyfileWriter.rule(rules.get(i)));
        }
    }

    @Override
    public List<Place> places() {
        return List.of(Place.files(DIRECTORY, name -> name.endsWith(".yaml")));
    }

    @Override
    public Optional<String> inTheWay(Profile profile, PersistedView view) {
        return mentioned(profile, view).or(() -> KeyfileWriter.foreignProfile(profile, view, KeyfileWriter.DIRECTORY));
    }

    /** Whatever netplan makes of the name, it is no child with a PKey: a VLAN, for one. */
    static Optional<String> mentioned(Profile profile, PersistedView view) {
        return view.foreign().entrySet().stream()
                .filter(file -> file.getKey().startsWith(DIRECTORY + "/"))
                .filter(file -> names(profile.name().text(), file.getValue()))
                .map(Map.Entry::getKey)
                .sorted()
                .findFirst()
                .map(path -> path + " already configures " + profile.name()
                        + " and is not ours, and netplan cannot keep IPoIB child interfaces in its own words; remove it"
                        + " there, or leave this interface to it");
    }

    /** Whether the file has a key of that name, as the ids of interfaces are. */
    static boolean names(String name, String text) {
        return Pattern.compile("(?m)(^|[{,])\\s*[\"']?" + Pattern.quote(name) + "[\"']?\\s*:")
                .matcher(text)
                .find();
    }
}
