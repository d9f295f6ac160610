package dev.ibportal.daemon.ipoib.persist;

import dev.ibportal.daemon.host.HostFiles.FileMode;
import dev.ibportal.types.InterfaceAddress;
import dev.ibportal.types.IpFamily;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What no back-end has words for and udev does on every host: kernel settings of an interface, when it appears, and the
 * queues of an adapter's own interface.
 */
final class CommonFiles {
    private static final String SYSCTL = "/etc/sysctl.d";
    private static final String UDEV = "/etc/udev/rules.d";
    static final List<Place> PLACES = List.of(
            Place.files(SYSCTL, name -> name.contains("ibportal")),
            Place.files(UDEV, name -> name.contains("ibportal")));

    private CommonFiles() {}

    static List<KeptFile> after(List<KeptFile> own, Profile profile) {
        List<KeptFile> files = new ArrayList<>(own);
        if (profile.extras().sysctls() != SysctlProfile.NONE) {
            files.add(new KeptFile(
                    SYSCTL + "/90-ibportal-" + profile.name() + ".conf", sysctls(profile), FileMode.WORLD_READABLE));
        }
        if (!profile.extras().tuning().isNone()) {
            files.add(udev(profile, "queues", tuning(profile)));
        }
        return files;
    }

    private static String sysctls(Profile profile) {
        FileText text = new FileText(profile.mark().line());
        profile.extras().sysctls().settings(profile.name()).forEach((name, value) -> text.line(name + " = " + value));
        return text.toString();
    }

    private static List<String> tuning(Profile profile) {
        ParentTuning tuning = profile.extras().tuning();
        List<String> actions = new ArrayList<>();
        if (tuning.transmitQueueLength().isPresent()) {
            actions.add("ATTR{tx_queue_len}=\"" + tuning.transmitQueueLength().getAsInt() + "\"");
        }
        if (tuning.channels().isPresent()) {
            actions.add("RUN+=\"/sbin/ethtool -L $name combined "
                    + tuning.channels().getAsInt() + "\"");
        }
        return actions;
    }

    /**
     * A rule for the port's own interface, found by its GUID whatever it is called: children have the same last eight
     * bytes in their address, but no {@code create_child}.
     */
    static KeptFile udev(Profile profile, String purpose, List<String> actions) {
        String guid = profile.port().hex().replaceAll("(..)(?!$)", "$1:");
        FileText text = new FileText(profile.mark().line());
        text.line("ACTION==\"add\", SUBSYSTEM==\"net\", ATTR{type}==\"32\", TEST==\"create_child\", ATTR{address}==\"?*"
                + guid + "\", " + String.join(", ", actions));
        return new KeptFile(
                UDEV + "/82-ibportal-" + profile.name() + "-" + purpose + ".rules",
                text.toString(),
                FileMode.WORLD_READABLE);
    }

    /** A gateway or a rule for a family that the interface has no address of would never work. */
    static Optional<String> obstacle(Profile profile) {
        return Stream.of(IpFamily.IPV4, IpFamily.IPV6)
                .filter(family -> profile.addresses(family).isEmpty()
                        && !(profile.routes(family).isEmpty()
                                && profile.rules(family).isEmpty()
                                && profile.extras().names().servers(family).isEmpty()))
                .findFirst()
                .map(family -> profile.name() + " is to have routes, policy rules or name servers for " + family
                        + ", but no address of that family; give it one, or take them out")
                .or(() -> searchWithoutAddress(profile));
    }

    private static Optional<String> searchWithoutAddress(Profile profile) {
        List<InterfaceAddress> addresses = profile.addresses();
        return addresses.isEmpty() && !profile.extras().names().isNone()
                ? Optional.of(profile.name() + " is to have search domains, but no address; give it one")
                : Optional.empty();
    }
}
