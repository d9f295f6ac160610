package dev.ibportal.daemon.ipoib.persist;

import dev.ibportal.daemon.host.HostFiles.FileMode;
import dev.ibportal.types.InterfaceAddress;
import dev.ibportal.types.InterfaceName;
import dev.ibportal.types.IpAddress;
import dev.ibportal.types.IpFamily;
import dev.ibportal.types.IpMtu;
import dev.ibportal.types.IpoibMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The ifcfg files of Red Hat, for the initscripts of RHEL 6 and 7 or for NetworkManager's plugin. On the former a root
 * shell reads them, so every value is of a type that has no room for its syntax.
 */
final class IfcfgWriter implements Writer {
    static final String DIRECTORY = "/etc/sysconfig/network-scripts";
    private static final Pattern NAMES = Pattern.compile("(ifcfg|route6?|rule6?)-.+");
    /** {@code ifup-ib} lowers a larger one without a word. */
    private static final int DATAGRAM_CAP = 2044;

    private static final int RESOLV_CONF_SERVERS = 2;

    private final boolean networkManager;

    IfcfgWriter(boolean networkManager) {
        this.networkManager = networkManager;
    }

    private static String path(InterfaceName name) {
        return DIRECTORY + "/ifcfg-" + name;
    }

    @Override
    public Optional<NmProfile> nmProfile(Profile profile) {
        return networkManager
                ? Optional.of(new NmProfile(
                        KeyfileWriter.uuid(profile.interfaceId()).toString(), path(profile.name()), false))
                : Optional.empty();
    }

    @Override
    public List<KeptFile> own(Profile profile, PersistedView view) {
        List<KeptFile> files = new ArrayList<>();
        files.add(file("ifcfg", profile, content(profile)));
        for (IpFamily family : IpFamily.values()) {
            String suffix = family == IpFamily.IPV4 ? "" : "6";
            List<Route> routes = profile.routes(family);
            if (!routes.isEmpty()) {
                FileText text = new FileText(profile.mark().line());
                routes.forEach(route -> text.line(route.words() + " dev " + profile.name()));
                files.add(file("route" + suffix, profile, text));
            }
            List<PolicyRule> rules = profile.rules(family);
            if (!rules.isEmpty() && !networkManager) {
                FileText text = new FileText(profile.mark().line());
                rules.forEach(rule -> text.line(rule.words()));
                files.add(file("rule" + suffix, profile, text));
            }
        }
        if (needsParent(profile, view)) {
            files.add(parent(profile));
        }
        return files;
    }

    private static KeptFile file(String kind, Profile profile, FileText text) {
        return new KeptFile(DIRECTORY + "/" + kind + "-" + profile.name(), text.toString(), FileMode.WORLD_READABLE);
    }

    /** The initscripts bring up a parent only for a file of its own, and a child below a parent that is down is dead. */
    private boolean needsParent(Profile profile, PersistedView view) {
        return !networkManager
                && profile.isChild()
                && parentFile(profile, view).isEmpty()
                && Optional.ofNullable(view.ours().get(path(profile.parent())))
                        .flatMap(Mark::of)
                        .isEmpty();
    }

    private static Optional<String> parentFile(Profile profile, PersistedView view) {
        return foreignFor(profile.parent(), view);
    }

    private static KeptFile parent(Profile profile) {
        FileText text = new FileText(Mark.sharedLine(profile.port()))
                .key("DEVICE", profile.parent())
                .key("TYPE", "InfiniBand")
                .key("ONBOOT", "yes")
                .key("BOOTPROTO", "none")
                .key("CONNECTED_MODE", "no")
                .key("IPV6INIT", "no");
        return new KeptFile(path(profile.parent()), text.toString(), FileMode.WORLD_READABLE);
    }

    private FileText content(Profile profile) {
        FileText text = new FileText(profile.mark().line())
                .key("DEVICE", profile.name())
                .key("NAME", profile.name())
                .key("UUID", KeyfileWriter.uuid(profile.interfaceId()))
                .key("TYPE", "InfiniBand")
                .key("ONBOOT", "yes")
                .key("BOOTPROTO", "none");
        if (profile.isChild()) {
            // PKEY is a switch; the number is shell arithmetic, so it needs its 0x.
            text.key("PKEY", "yes").key("PKEY_ID", profile.pkey()).key("PHYSDEV", profile.parent());
        }
        text.key("CONNECTED_MODE", profile.mode() == IpoibMode.CONNECTED ? "yes" : "no")
                .key("MTU", profile.mtu());
        ipv4(text, profile.addresses(IpFamily.IPV4));
        text.key("DEFROUTE", "no");
        ipv6(text, profile.addresses(IpFamily.IPV6));
        names(text, profile.extras().names());
        if (networkManager) {
            rules(text, "ROUTING_RULE_", profile.rules(IpFamily.IPV4));
            rules(text, "ROUTING_RULE6_", profile.rules(IpFamily.IPV6));
        }
        return text;
    }

    private static void ipv4(FileText text, List<InterfaceAddress> addresses) {
        for (int i = 0; i < addresses.size(); i++) {
            String number = i == 0 ? "" : Integer.toString(i);
            text.key("IPADDR" + number, addresses.get(i).address())
                    .key("PREFIX" + number, addresses.get(i).prefixLength());
        }
    }

    private static void ipv6(FileText text, List<InterfaceAddress> addresses) {
        text.key("IPV6INIT", addresses.isEmpty() ? "no" : "yes");
        if (!addresses.isEmpty()) {
            text.key("IPV6_AUTOCONF", "no").key("IPV6_DEFROUTE", "no").key("IPV6ADDR", addresses.get(0));
        }
        if (addresses.size() > 1) {
            text.key(
                    "IPV6ADDR_SECONDARIES", "\"" + FileText.joined(addresses.subList(1, addresses.size()), " ") + "\"");
        }
    }

    private static void names(FileText text, NameService names) {
        List<IpAddress> servers = names.servers();
        for (int i = 0; i < servers.size(); i++) {
            text.key("DNS" + (i + 1), servers.get(i));
        }
        if (!names.search().isEmpty()) {
            text.key("DOMAIN", "\"" + String.join(" ", names.search()) + "\"");
        }
    }

    private static void rules(FileText text, String key, List<PolicyRule> rules) {
        for (int i = 0; i < rules.size(); i++) {
            text.key(key + (i + 1), "\"" + KeyfileWriter.rule(rules.get(i)) + "\"");
        }
    }

    @Override
    public List<Place> places() {
        return List.of(Place.files(
                DIRECTORY, name -> NAMES.matcher(name).matches() && !name.equals("ifcfg-lo") && !isLeftover(name)));
    }

    /** Copies that editors and packages leave; the scripts pass over them, too. */
    private static boolean isLeftover(String name) {
        return name.endsWith("~")
                || name.endsWith(".bak")
                || name.endsWith(".orig")
                || name.endsWith(".rpmnew")
                || name.endsWith(".rpmorig")
                || name.endsWith(".rpmsave");
    }

    @Override
    public Optional<String> inTheWay(Profile profile, PersistedView view) {
        return inexpressible(profile)
                .or(() -> foreignFor(profile.name(), view)
                        .map(path -> path + " already configures " + profile.name()
                                + " and is not ours; remove it there, or leave this interface to it"));
    }

    private Optional<String> inexpressible(Profile profile) {
        int mtu = profile.mtu().map(IpMtu::bytes).orElse(0);
        if (!networkManager && profile.mode() == IpoibMode.DATAGRAM && mtu > DATAGRAM_CAP) {
            return Optional.of("the initscripts cannot keep an MTU of " + mtu + " in datagram mode: they lower it to "
                    + DATAGRAM_CAP + "; ask for at most that, or leave the interface to NetworkManager");
        }
        if (!networkManager && profile.extras().names().servers().size() > RESOLV_CONF_SERVERS) {
            return Optional.of("the initscripts keep at most two name servers for an interface, "
                    + profile.extras().names().servers().size() + " are wanted for " + profile.name());
        }
        return Optional.empty();
    }

    private static Optional<String> foreignFor(InterfaceName name, PersistedView view) {
        Pattern device = Pattern.compile("(?m)^\\s*DEVICE\\s*=\\s*[\"']?" + Pattern.quote(name.text()) + "[\"']?\\s*$");
        return view.foreign().entrySet().stream()
                .filter(file -> file.getKey().startsWith(DIRECTORY + "/ifcfg-"))
                .filter(file -> file.getKey().equals(path(name))
                        || device.matcher(file.getValue()).find())
                .map(Map.Entry::getKey)
                .sorted()
                .findFirst();
    }
}
