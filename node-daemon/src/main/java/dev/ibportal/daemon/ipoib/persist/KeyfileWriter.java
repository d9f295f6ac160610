package dev.ibportal.daemon.ipoib.persist;

import dev.ibportal.daemon.host.HostFiles;
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

    @Override
    public List<KeptFile> files(Profile profile, PersistedView view) {
        return List.of(new KeptFile(path(profile), content(profile), FileMode.OWNER_ONLY));
    }

    private static String path(Profile profile) {
        return DIRECTORY + "/ibportal-" + profile.name() + SUFFIX;
    }

    /** The same for the life of the interface, so that a changed profile replaces its older self. */
    public static UUID uuid(String interfaceId) {
        return UUID.nameUUIDFromBytes(("ibportal interface " + interfaceId).getBytes(StandardCharsets.UTF_8));
    }

    private static String content(Profile profile) {
        StringBuilder text = new StringBuilder(profile.mark().line());
        section(text, "connection");
        key(text, "id", profile.name());
        key(text, "uuid", uuid(profile.interfaceId()));
        key(text, "type", "infiniband");
        key(text, "interface-name", profile.name());
        section(text, "infiniband");
        profile.mtu().ifPresent(mtu -> key(text, "mtu", mtu));
        // In decimal, as nmcli writes it; always with bit 15, or the kernel would be asked for another name.
        key(text, "p-key", profile.pkey().full());
        key(text, "parent", profile.parent());
        key(text, "transport-mode", profile.mode().text());
        addresses(text, "ipv4", profile.addresses(IpFamily.IPV4));
        addresses(text, "ipv6", profile.addresses(IpFamily.IPV6));
        return text.toString();
    }

    private static void addresses(StringBuilder text, String section, List<InterfaceAddress> addresses) {
        section(text, section);
        for (int i = 0; i < addresses.size(); i++) {
            key(text, "address" + (i + 1), addresses.get(i));
        }
        key(text, "method", addresses.isEmpty() ? "disabled" : "manual");
        // A tenant's network never carries the host's default route.
        key(text, "never-default", true);
    }

    private static void section(StringBuilder text, String name) {
        text.append("\n[").append(name).append("]\n");
    }

    private static void key(StringBuilder text, String key, Object value) {
        text.append(key).append('=').append(value).append('\n');
    }

    @Override
    public PersistedView observe(HostFiles files) {
        return Writer.read(files, DIRECTORY, name -> name.endsWith(SUFFIX), List.of());
    }

    @Override
    public Optional<String> obstacle(Profile profile, PersistedView view) {
        Pattern byName = Pattern.compile("(?m)^\\s*interface-name\\s*=\\s*"
                + Pattern.quote(profile.name().text()) + "\\s*$");
        Pattern byKey = Pattern.compile("(?mi)^\\s*p-key\\s*=\\s*("
                + profile.pkey().full() + "|" + profile.pkey().limited() + "|" + profile.pkey() + ")\\s*$");
        Pattern byParent = Pattern.compile(
                "(?m)^\\s*parent\\s*=\\s*" + Pattern.quote(profile.parent().text()) + "\\s*$");
        return view.foreign().entrySet().stream()
                .filter(file -> byName.matcher(file.getValue()).find()
                        || (byKey.matcher(file.getValue()).find()
                                && byParent.matcher(file.getValue()).find()))
                .map(Map.Entry::getKey)
                .sorted()
                .findFirst()
                .map(path -> path + " already is a profile for " + profile.name()
                        + " that is not ours; remove it there, or leave this interface to it");
    }
}
