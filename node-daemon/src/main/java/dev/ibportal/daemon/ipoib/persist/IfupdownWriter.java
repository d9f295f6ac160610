package dev.ibportal.daemon.ipoib.persist;

import dev.ibportal.daemon.host.HostFiles.FileMode;
import dev.ibportal.types.InterfaceAddress;
import dev.ibportal.types.IpFamily;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Debian's ifupdown: one file in {@code interfaces.d} for each interface. ifupdown would make the child by itself from
 * its name where the parent is there, but says nothing about its mode, so the stanza does both.
 */
final class IfupdownWriter implements Writer {
    private static final String MAIN = "/etc/network/interfaces";
    private static final String DIRECTORY = "/etc/network/interfaces.d";
    private static final String HOOKS = "/etc/network/if-up.d";
    /** Of resolvconf and of systemd-resolved: without one of them ifupdown passes over name servers. */
    private static final Set<String> RESOLVERS = Set.of("000resolvconf", "resolved");

    private static final Pattern SOURCES =
            Pattern.compile("(?m)^\\s*source(-directory)?\\s+(/etc/network/)?interfaces\\.d(/\\*)?/?\\s*$");

    @Override
    public List<KeptFile> own(Profile profile, PersistedView view) {
        // Without dots: "source-directory" leaves out names with any.
        String path = DIRECTORY + "/ibportal-" + profile.name().text().replace('.', '-');
        return List.of(new KeptFile(path, content(profile), FileMode.WORLD_READABLE));
    }

    private static String content(Profile profile) {
        FileText text = new FileText(profile.mark().line());
        text.line("auto " + profile.name());
        List<InterfaceAddress> addresses = profile.addresses();
        if (addresses.isEmpty()) {
            text.line("iface " + profile.name() + " inet manual");
            creation(text, profile);
            text.indented("up ip link set dev " + profile.name() + " up");
        }
        for (int i = 0; i < addresses.size(); i++) {
            boolean ipv4 = addresses.get(i).address().family() == IpFamily.IPV4;
            text.line("iface " + profile.name() + (ipv4 ? " inet static" : " inet6 static"));
            if (i == 0) {
                creation(text, profile);
            }
            text.indented("address " + addresses.get(i));
            if (i == addresses.size() - 1) {
                routing(text, profile);
            }
        }
        return text.toString();
    }

    private static void creation(FileText text, Profile profile) {
        String name = profile.name().text();
        text.indented("pre-up modprobe ib_ipoib");
        if (profile.isChild()) {
            text.indented("pre-up ip link set dev " + profile.parent() + " up");
            text.indented("pre-up [ -e /sys/class/net/" + name + " ] || ip link add link " + profile.parent() + " name "
                    + name
                    + " type ipoib pkey " + profile.pkey() + " mode "
                    + profile.mode().text());
        }
        text.indented("pre-up ip link set dev " + name + " type ipoib mode "
                + profile.mode().text());
        // Not the keyword: of an inet6 stanza it only ever raises the interface's own MTU.
        profile.mtu().ifPresent(mtu -> text.indented("pre-up ip link set dev " + name + " mtu " + mtu));
        NameService names = profile.extras().names();
        if (!names.servers().isEmpty()) {
            text.indented("dns-nameservers " + FileText.joined(names.servers(), " "));
        }
        if (!names.search().isEmpty()) {
            text.indented("dns-search " + FileText.joined(names.search(), " "));
        }
    }

    /** Routes go with the interface; rules do not, so one that is left from before is no failure. */
    private static void routing(FileText text, Profile profile) {
        for (IpFamily family : IpFamily.values()) {
            String ip = family == IpFamily.IPV4 ? "ip -4" : "ip -6";
            profile.routes(family)
                    .forEach(route ->
                            text.indented("up " + ip + " route replace " + route.words() + " dev " + profile.name()));
            profile.rules(family).forEach(rule -> {
                text.indented("up " + ip + " rule add " + rule.words() + " || true");
                text.indented("down " + ip + " rule del " + rule.words() + " || true");
            });
        }
    }

    @Override
    public List<Place> places() {
        return List.of(Place.files(DIRECTORY, name -> true), Place.file(MAIN), Place.files(HOOKS, RESOLVERS::contains));
    }

    @Override
    public Optional<String> inTheWay(Profile profile, PersistedView view) {
        if (!SOURCES.matcher(view.foreign().getOrDefault(MAIN, "")).find()) {
            return Optional.of(MAIN + " does not read " + DIRECTORY + ": a line «source " + DIRECTORY
                    + "/*» is wanted, or nothing there survives a reboot");
        }
        if (!profile.extras().names().isNone()
                && RESOLVERS.stream().noneMatch(hook -> view.foreign().containsKey(HOOKS + "/" + hook))) {
            return Optional.of("ifupdown keeps name servers and search domains only with resolvconf or"
                    + " systemd-resolved, and neither is installed; install one, or take them out");
        }
        Pattern stanza = Pattern.compile(
                "(?m)^\\s*iface\\s+" + Pattern.quote(profile.name().text()) + "\\s");
        return view.foreign().entrySet().stream()
                .filter(file -> file.getKey().startsWith(MAIN))
                .filter(file -> stanza.matcher(file.getValue()).find())
                .map(Map.Entry::getKey)
                .sorted()
                .findFirst()
                .map(path -> path + " already has a stanza for " + profile.name()
                        + " that is not ours; remove it there, or leave this interface to it");
    }
}
