package dev.ibportal.daemon.ipoib.persist;

import dev.ibportal.daemon.host.HostFiles;
import dev.ibportal.daemon.host.HostFiles.FileMode;
import dev.ibportal.types.InterfaceAddress;
import dev.ibportal.types.IpFamily;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Debian's ifupdown: one file in {@code interfaces.d} for each interface. ifupdown would make the child by itself from
 * its name where the parent is there, but says nothing about its mode, so the stanza does both.
 */
final class IfupdownWriter implements Writer {
    private static final String MAIN = "/etc/network/interfaces";
    private static final String DIRECTORY = "/etc/network/interfaces.d";
    private static final Pattern SOURCES =
            Pattern.compile("(?m)^\\s*source(-directory)?\\s+(/etc/network/)?interfaces\\.d(/\\*)?/?\\s*$");

    @Override
    public List<KeptFile> files(Profile profile, PersistedView view) {
        return List.of(new KeptFile(path(profile), content(profile), FileMode.WORLD_READABLE));
    }

    private static String path(Profile profile) {
        // Without dots: "source-directory" leaves out names with any.
        return DIRECTORY + "/ibportal-" + profile.name().text().replace('.', '-');
    }

    private static String content(Profile profile) {
        StringBuilder text = new StringBuilder(profile.mark().line());
        text.append("auto ").append(profile.name()).append('\n');
        List<InterfaceAddress> addresses = profile.addresses();
        if (addresses.isEmpty()) {
            text.append("iface ").append(profile.name()).append(" inet manual\n");
            creation(text, profile);
            text.append("    up ip link set dev ").append(profile.name()).append(" up\n");
        }
        boolean first = true;
        for (InterfaceAddress address : addresses) {
            boolean ipv4 = address.address().family() == IpFamily.IPV4;
            text.append("iface ").append(profile.name()).append(ipv4 ? " inet static\n" : " inet6 static\n");
            if (first) {
                creation(text, profile);
                first = false;
            }
            text.append("    address ").append(address).append('\n');
        }
        return text.toString();
    }

    private static void creation(StringBuilder text, Profile profile) {
        String name = profile.name().text();
        line(text, "pre-up modprobe ib_ipoib");
        line(text, "pre-up ip link set dev " + profile.parent() + " up");
        line(
                text,
                "pre-up [ -e /sys/class/net/" + name + " ] || ip link add link " + profile.parent() + " name " + name
                        + " type ipoib pkey " + profile.pkey() + " mode "
                        + profile.mode().text());
        line(
                text,
                "pre-up ip link set dev " + name + " type ipoib mode "
                        + profile.mode().text());
        profile.mtu().ifPresent(mtu -> line(text, "mtu " + mtu));
    }

    private static void line(StringBuilder text, String line) {
        text.append("    ").append(line).append('\n');
    }

    @Override
    public PersistedView observe(HostFiles files) {
        return Writer.read(files, DIRECTORY, name -> true, List.of(MAIN));
    }

    @Override
    public Optional<String> obstacle(Profile profile, PersistedView view) {
        if (!SOURCES.matcher(view.foreign().getOrDefault(MAIN, "")).find()) {
            return Optional.of(MAIN + " does not read " + DIRECTORY + ": a line «source " + DIRECTORY
                    + "/*» is wanted, or nothing there survives a reboot");
        }
        Pattern stanza = Pattern.compile(
                "(?m)^\\s*iface\\s+" + Pattern.quote(profile.name().text()) + "\\s");
        return view.foreign().entrySet().stream()
                .filter(file -> stanza.matcher(file.getValue()).find())
                .map(Map.Entry::getKey)
                .sorted()
                .findFirst()
                .map(path -> path + " already has a stanza for " + profile.name()
                        + " that is not ours; remove it there, or leave this interface to it");
    }
}
