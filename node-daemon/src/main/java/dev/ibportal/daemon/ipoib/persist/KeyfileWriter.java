package dev.ibportal.daemon.ipoib.persist;

import dev.ibportal.daemon.host.HostFiles.FileMode;
import dev.ibportal.types.InterfaceAddress;
import dev.ibportal.types.IpFamily;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;

/** NetworkManager's keyfile (1.42 to 1.58). NetworkManager ignores a file that others than its owner may read. */
public final class KeyfileWriter implements Writer {
    static final String DIRECTORY = "/etc/NetworkManager/system-connections";
    private static final String SUFFIX = ".nmconnection";

    /** The same for the life of the interface, so that a changed profile replaces its older self. */
    public static UUID uuid(String interfaceId) {
        return UUID.nameUUIDFromBytes(("ibportal interface " + interfaceId).getBytes(StandardCharsets.UTF_8));
    }

    private static String path(Profile profile) {
        return DIRECTORY + "/ibportal-" + profile.name() + SUFFIX;
    }

    @Override
    public List<KeptFile> own(Profile profile, PersistedView view) {
        return List.of(new KeptFile(path(profile), content(profile), FileMode.OWNER_ONLY));
    }

    @Override
    public Optional<NmProfile> nmProfile(Profile profile) {
        return Optional.of(new NmProfile(uuid(profile.interfaceId()).toString(), path(profile), false));
    }

    private static String content(Profile profile) {
        FileText text = new FileText(profile.mark().line());
        text.section("connection")
                .key("id", profile.name())
                .key("uuid", uuid(profile.interfaceId()))
                .key("type", "infiniband")
                .key("interface-name", profile.name())
                .section("infiniband")
                .key("mtu", profile.mtu());
        if (profile.isChild()) {
            // In decimal, as nmcli writes it; always with bit 15, or the kernel would be asked for another name.
            text.key("p-key", profile.pkey().full()).key("parent", profile.parent());
        }
        text.key("transport-mode", profile.mode().text());
        family(text, "ipv4", IpFamily.IPV4, profile);
        family(text, "ipv6", IpFamily.IPV6, profile);
        return text.toString();
    }

    private static void family(FileText text, String section, IpFamily family, Profile profile) {
        text.section(section);
        List<InterfaceAddress> addresses = profile.addresses(family);
        for (int i = 0; i < addresses.size(); i++) {
            text.key("address" + (i + 1), addresses.get(i));
        }
        names(text, family, profile);
        text.key("method", addresses.isEmpty() ? "disabled" : "manual");
        // A tenant's network never carries the host's default route.
        text.key("never-default", true);
        List<Route> routes = profile.routes(family);
        for (int i = 0; i < routes.size(); i++) {
            String key = "route" + (i + 1);
            text.key(key, route(routes.get(i)));
            routes.get(i).table().ifPresent(table -> text.key(key + "_options", "table=" + table));
        }
        List<PolicyRule> rules = profile.rules(family);
        for (int i = 0; i < rules.size(); i++) {
            text.key("routing-rule" + (i + 1), rule(rules.get(i)));
        }
    }

    private static void names(FileText text, IpFamily family, Profile profile) {
        NameService names = profile.extras().names();
        if (!names.servers(family).isEmpty()) {
            text.key("dns", FileText.joined(names.servers(family), ";") + ";");
        }
        if (!profile.addresses(family).isEmpty() && !names.search().isEmpty()) {
            text.key("dns-search", FileText.joined(names.search(), ";") + ";");
        }
    }

    /** Destination, gateway and metric, as far as there are any. */
    static String route(Route route) {
        String unspecified = route.destination().family() == IpFamily.IPV4 ? "0.0.0.0" : "::";
        String gateway = route.gateway().map(Object::toString).orElse(unspecified);
        if (route.metric().isPresent()) {
            return route.destination() + "," + gateway + "," + route.metric().getAsInt();
        }
        return route.gateway().isPresent()
                ? route.destination() + "," + gateway
                : route.destination().toString();
    }

    /** In the words of the property {@code routing-rules}. */
    static String rule(PolicyRule rule) {
        return "priority " + rule.priority()
                + rule.from().map(prefix -> " from " + prefix).orElse("")
                + rule.to().map(prefix -> " to " + prefix).orElse("")
                + " table " + rule.table();
    }

    @Override
    public List<Place> places() {
        return List.of(Place.files(DIRECTORY, name -> name.endsWith(SUFFIX)));
    }

    @Override
    public Optional<String> inTheWay(Profile profile, PersistedView view) {
        return foreignProfile(profile, view, DIRECTORY);
    }

    /** Somebody else's profile for the same interface. */
    static Optional<String> foreignProfile(Profile profile, PersistedView view, String directory) {
        Pattern byName = Pattern.compile("(?m)^\\s*interface-name\\s*=\\s*"
                + Pattern.quote(profile.name().text()) + "\\s*$");
        Pattern byKey = Pattern.compile("(?mi)^\\s*p-key\\s*=\\s*("
                + profile.pkey().full() + "|" + profile.pkey().limited() + "|" + profile.pkey() + ")\\s*$");
        Pattern byParent = Pattern.compile(
                "(?m)^\\s*parent\\s*=\\s*" + Pattern.quote(profile.parent().text()) + "\\s*$");
        return view.foreign().entrySet().stream()
                .filter(file -> file.getKey().startsWith(directory + "/"))
                .filter(file -> byName.matcher(file.getValue()).find()
                        || (profile.isChild()
                                && byKey.matcher(file.getValue()).find()
                                && byParent.matcher(file.getValue()).find()))
                .map(Map.Entry::getKey)
                .sorted()
                .findFirst()
                .map(path -> path + " already is a profile for " + profile.name()
                        + " that is not ours; remove it there, or leave this interface to it");
    }
}
