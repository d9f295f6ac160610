package dev.ibportal.daemon.ipoib.persist;

import dev.ibportal.daemon.host.HostFiles.FileMode;
import dev.ibportal.types.InterfaceName;
import dev.ibportal.types.IpFamily;
import java.util.List;
import java.util.Optional;

/**
 * A unit of our own for hosts whose back-end is unknown or too old to make a child. It holds the commands themselves, so
 * the interface comes back without the daemon: early, and also where the daemon was removed.
 */
final class BootUnitWriter implements Writer {
    private static final String DIRECTORY = "/etc/systemd/system";
    private static final String TARGET = "multi-user.target.d";

    @Override
    public List<KeptFile> own(Profile profile, PersistedView view) {
        String unit = "ibportal-" + profile.name() + ".service";
        FileText wants = new FileText(profile.mark().line()).section("Unit").key("Wants", unit);
        return List.of(
                new KeptFile(DIRECTORY + "/" + unit, unit(profile).toString(), FileMode.WORLD_READABLE),
                // A link in a .wants directory says the same, but carries no mark.
                new KeptFile(
                        DIRECTORY + "/" + TARGET + "/ibportal-" + profile.name() + ".conf",
                        wants.toString(),
                        FileMode.WORLD_READABLE));
    }

    private static FileText unit(Profile profile) {
        String device = "sys-subsystem-net-devices-" + escaped(profile.parent()) + ".device";
        FileText text = new FileText(profile.mark().line())
                .section("Unit")
                .key("Description", "IPoIB interface " + profile.name())
                .key("Requires", device)
                .key("After", device + " network-pre.target systemd-networkd.service")
                .key("Before", "network.target")
                .key("Wants", "network.target")
                .section("Service")
                .key("Type", "oneshot")
                .key("RemainAfterExit", "yes");
        exec(text, "link set dev " + profile.parent() + " up");
        if (profile.isChild()) {
            // It may be there: a unit can be started again.
            exec(
                    text,
                    "-",
                    "link add link " + profile.parent() + " name " + profile.name() + " type ipoib pkey "
                            + profile.pkey() + " mode " + profile.mode().text());
        }
        exec(
                text,
                "link set dev " + profile.name() + " type ipoib mode "
                        + profile.mode().text());
        profile.mtu().ifPresent(mtu -> exec(text, "link set dev " + profile.name() + " mtu " + mtu));
        profile.addresses().forEach(address -> exec(text, "addr replace " + address + " dev " + profile.name()));
        exec(text, "link set dev " + profile.name() + " up");
        routing(text, profile);
        return text;
    }

    private static void routing(FileText text, Profile profile) {
        for (IpFamily family : IpFamily.values()) {
            String option = family == IpFamily.IPV4 ? "-4 " : "-6 ";
            profile.routes(family)
                    .forEach(route -> exec(text, option + "route replace " + route.words() + " dev " + profile.name()));
            profile.rules(family).forEach(rule -> {
                exec(text, "-", option + "rule del " + rule.words());
                exec(text, option + "rule add " + rule.words());
            });
        }
    }

    private static void exec(FileText text, String words) {
        exec(text, "", words);
    }

    /** @param prefix {@code -}: a failure is none */
    private static void exec(FileText text, String prefix, String words) {
        text.key("ExecStart", prefix + "/sbin/ip " + words);
    }

    /** As systemd writes a name within a unit's name. */
    private static String escaped(InterfaceName name) {
        return name.text().replace("-", "\\x2d");
    }

    @Override
    public List<Place> places() {
        return List.of(
                Place.files(DIRECTORY, name -> name.startsWith("ibportal-") && name.endsWith(".service")),
                Place.files(DIRECTORY + "/" + TARGET, name -> name.startsWith("ibportal-")));
    }

    @Override
    public Optional<String> inTheWay(Profile profile, PersistedView view) {
        if (!profile.extras().names().isNone()) {
            return Optional.of("a boot unit has no place for name servers and search domains, and no back-end here"
                    + " keeps them for " + profile.name() + "; take them out");
        }
        return NetworkMatch.first(profile.name().text(), view)
                .filter(NetworkMatch.Found::sure)
                .map(found -> found.path() + " matches " + profile.name()
                        + " too, and systemd-networkd would take away what our unit sets; narrow its Name=");
    }
}
