package dev.ibportal.daemon.ipoib.persist;

import dev.ibportal.daemon.host.HostFiles.FileMode;
import dev.ibportal.types.IpFamily;
import dev.ibportal.types.IpoibMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * systemd-networkd from 250 on, also below netplan, which has no words for a child: {@code .netdev} and {@code .network}
 * for the child, and a drop-in for the parent's {@code .network}, whoever wrote that; where nobody did, we do.
 */
final class NetworkdWriter implements Writer {
    private static final String RESOLVED = "/run/systemd/resolve/resolv.conf";

    private final boolean netplan;

    NetworkdWriter(boolean netplan) {
        this.netplan = netplan;
    }

    @Override
    public List<KeptFile> own(Profile profile, PersistedView view) {
        List<KeptFile> files = new ArrayList<>();
        if (profile.isChild()) {
            files.add(file("50-ibportal-" + profile.name() + ".netdev", netdev(profile)));
            files.add(file(networkName(profile), network(profile)));
        }
        Optional<NetworkMatch.Found> foreign =
                NetworkMatch.first(profile.parent().text(), view);
        String base = foreign.map(found -> NetworkMatch.baseName(found.path()))
                .orElse("90-ibportal-" + profile.parent() + ".network");
        files.add(file(base + ".d/50-ibportal-" + profile.name() + ".conf", dropIn(profile)));
        if (foreign.isEmpty()) {
            files.add(file(base, parent(profile)));
        }
        if (!profile.isChild() && profile.mode() == IpoibMode.CONNECTED) {
            // The section [IPoIB] of a .network file is documented, and ignored.
            files.add(CommonFiles.udev(
                    profile,
                    "mode",
                    List.of("RUN+=\"/sbin/ip link set dev $name type ipoib mode "
                            + profile.mode().text() + "\"")));
        }
        return files;
    }

    private static KeptFile file(String name, FileText text) {
        return new KeptFile(NetworkMatch.ETC + "/" + name, text.toString(), FileMode.WORLD_READABLE);
    }

    /** Early, so that a pattern like {@code ib*} of somebody's does not take the child. */
    private static String networkName(Profile profile) {
        return "05-ibportal-" + profile.name() + ".network";
    }

    private static FileText netdev(Profile profile) {
        return new FileText(profile.mark().line())
                .section("NetDev")
                .key("Name", profile.name())
                .key("Kind", "ipoib")
                // Without it networkd invents a GUID, with which the subnet manager lets nobody join.
                .key("MACAddress", "none")
                .section("IPoIB")
                .key("PartitionKey", profile.pkey())
                .key("Mode", profile.mode().text());
    }

    private static FileText network(Profile profile) {
        FileText text = new FileText(profile.mark().line()).section("Match").key("Name", profile.name());
        link(text, profile);
        text.section("Network").key("IPv6AcceptRA", "no");
        addresses(text, profile);
        routing(text, profile);
        return text;
    }

    private static void link(FileText text, Profile profile) {
        text.section("Link").key("MTUBytes", profile.mtu()).key("RequiredForOnline", "no");
    }

    private static FileText dropIn(Profile profile) {
        FileText text = new FileText(profile.mark().line());
        if (profile.isChild()) {
            return text.section("Network").key("IPoIB", profile.name());
        }
        link(text, profile);
        text.section("Network");
        addresses(text, profile);
        routing(text, profile);
        return text;
    }

    private static FileText parent(Profile profile) {
        return new FileText(Mark.sharedLine(profile.port()))
                .section("Match")
                .key("Name", profile.parent())
                .section("Link")
                .key("RequiredForOnline", "no")
                .section("Network")
                .key("LinkLocalAddressing", "no")
                .key("IPv6AcceptRA", "no");
    }

    private static void addresses(FileText text, Profile profile) {
        boolean ipv6 = !profile.addresses(IpFamily.IPV6).isEmpty();
        text.key("LinkLocalAddressing", ipv6 ? "ipv6" : "no")
                // As with every other back-end: the addresses are there before the key is, and stay when the link
                // blinks.
                .key("ConfigureWithoutCarrier", "yes");
        profile.addresses().forEach(address -> text.key("Address", address));
        NameService names = profile.extras().names();
        names.servers().forEach(server -> text.key("DNS", server));
        if (!names.search().isEmpty()) {
            text.key("Domains", String.join(" ", names.search()));
        }
    }

    private static void routing(FileText text, Profile profile) {
        for (Route route : profile.extras().routes()) {
            text.section("Route").key("Destination", route.destination()).key("Gateway", route.gateway());
            route.table().ifPresent(table -> text.key("Table", table));
            route.metric().ifPresent(metric -> text.key("Metric", metric));
        }
        for (PolicyRule rule : profile.extras().rules()) {
            text.section("RoutingPolicyRule")
                    .key("From", rule.from())
                    .key("To", rule.to())
                    .key("Table", rule.table())
                    .key("Priority", rule.priority());
        }
    }

    @Override
    public List<Place> places() {
        List<Place> places = new ArrayList<>();
        for (String directory : List.of(NetworkMatch.ETC, NetworkMatch.RUN, NetworkMatch.LIB)) {
            places.add(new Place(
                    directory,
                    name -> name.endsWith(".network") || name.endsWith(".netdev"),
                    name -> name.endsWith(".network.d")));
        }
        places.add(Place.file(RESOLVED));
        return places;
    }

    @Override
    public Optional<String> inTheWay(Profile profile, PersistedView view) {
        return names(profile, view)
                .or(() -> parentUnsure(profile, view))
                .or(() -> profile.isChild() ? childTaken(profile, view) : Optional.empty())
                .or(() -> netplan ? NetplanWriter.mentioned(profile, view) : Optional.empty());
    }

    private static Optional<String> names(Profile profile, PersistedView view) {
        return !profile.extras().names().isNone() && !view.foreign().containsKey(RESOLVED)
                ? Optional.of("systemd-networkd hands name servers and search domains to systemd-resolved only, which"
                        + " does not run here; start it, or take them out of " + profile.name())
                : Optional.empty();
    }

    private static Optional<String> parentUnsure(Profile profile, PersistedView view) {
        return NetworkMatch.first(profile.parent().text(), view)
                .filter(found -> !found.sure())
                .map(found -> "whether " + found.path() + " is for " + profile.parent()
                        + " depends on more than its name; name the interface there (Name=" + profile.parent() + ")");
    }

    private static Optional<String> childTaken(Profile profile, PersistedView view) {
        Pattern netdev = Pattern.compile(
                "(?m)^\\s*Name\\s*=\\s*" + Pattern.quote(profile.name().text()) + "\\s*$");
        return view.foreign().entrySet().stream()
                .filter(file -> file.getKey().endsWith(".netdev"))
                .filter(file -> netdev.matcher(file.getValue()).find())
                .map(Map.Entry::getKey)
                .sorted()
                .findFirst()
                .map(path -> path + " already makes " + profile.name()
                        + " and is not ours; remove it there, or leave this interface to it")
                .or(() -> NetworkMatch.before(
                                networkName(profile), profile.name().text(), view)
                        .map(found -> found.path() + " also matches " + profile.name()
                                + " and comes before ours; narrow its Name="));
    }
}
