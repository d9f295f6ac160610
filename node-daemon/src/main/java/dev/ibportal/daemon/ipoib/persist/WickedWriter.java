package dev.ibportal.daemon.ipoib.persist;

import dev.ibportal.daemon.host.HostFiles.FileMode;
import dev.ibportal.types.InterfaceAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** SUSE's wicked. It brings the parent up by itself; its older versions know a child by its name alone. */
final class WickedWriter implements Writer {
    static final String DIRECTORY = "/etc/sysconfig/network";
    private static final Pattern NAMES = Pattern.compile("(ifcfg|ifroute)-.+");

    @Override
    public List<KeptFile> own(Profile profile, PersistedView view) {
        List<KeptFile> files = new ArrayList<>();
        files.add(new KeptFile(
                DIRECTORY + "/ifcfg-" + profile.name(), content(profile).toString(), FileMode.WORLD_READABLE));
        if (!profile.extras().routes().isEmpty()) {
            FileText text = new FileText(profile.mark().line());
            profile.extras().routes().forEach(route -> text.line(route(route, profile)));
            files.add(new KeptFile(DIRECTORY + "/ifroute-" + profile.name(), text.toString(), FileMode.WORLD_READABLE));
        }
        return files;
    }

    private static FileText content(Profile profile) {
        FileText text = new FileText(profile.mark().line());
        key(text, "STARTMODE", "auto");
        key(text, "BOOTPROTO", "static");
        key(text, "IPOIB", "yes");
        if (profile.isChild()) {
            key(text, "IPOIB_DEVICE", profile.parent());
            // Hexadecimal, and without 0x.
            key(text, "IPOIB_PKEY", profile.pkey().hex());
        }
        key(text, "IPOIB_MODE", profile.mode().text());
        profile.mtu().ifPresent(mtu -> key(text, "MTU", mtu));
        List<InterfaceAddress> addresses = profile.addresses();
        for (int i = 0; i < addresses.size(); i++) {
            key(text, "IPADDR" + (i == 0 ? "" : "_" + i), addresses.get(i));
        }
        return text;
    }

    private static void key(FileText text, String key, Object value) {
        text.key(key, "'" + value + "'");
    }

    /** Destination, gateway, netmask, interface, type, then words of {@code ip route}. */
    private static String route(Route route, Profile profile) {
        StringBuilder line = new StringBuilder(route.destination().toString())
                .append(' ')
                .append(route.gateway().map(Object::toString).orElse("-"))
                .append(" - ")
                .append(profile.name());
        if (route.metric().isPresent() || route.table().isPresent()) {
            line.append(" unicast");
        }
        route.metric().ifPresent(metric -> line.append(" metric ").append(metric));
        route.table().ifPresent(table -> line.append(" table ").append(table));
        return line.toString();
    }

    @Override
    public List<Place> places() {
        return List.of(Place.files(
                DIRECTORY, name -> NAMES.matcher(name).matches() && !name.equals("ifcfg-lo") && !name.endsWith("~")));
    }

    @Override
    public Optional<String> inTheWay(Profile profile, PersistedView view) {
        if (!profile.extras().rules().isEmpty()) {
            return Optional.of("wicked has no words for policy rules that all its versions know, and " + profile.name()
                    + " is to have some; take them out, or add them by hand");
        }
        if (!profile.extras().names().isNone()) {
            return Optional.of("wicked keeps name servers and search domains for the whole host"
                    + " (/etc/sysconfig/network/config), not for " + profile.name() + "; set them there");
        }
        String path = DIRECTORY + "/ifcfg-" + profile.name();
        return view.foreign().containsKey(path)
                ? Optional.of(path + " already configures " + profile.name()
                        + " and is not ours; remove it there, or leave this interface to it")
                : Optional.empty();
    }
}
