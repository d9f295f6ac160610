package dev.ibportal.daemon.sm;

import dev.ibportal.daemon.host.SysFs;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** GUIDs of this host's InfiniBand ports, as its kernel shows them. */
final class OwnPorts {
    private static final String DEVICES = "class/infiniband";
    private static final int GROUPS = 8;

    private final SysFs sysfs;

    OwnPorts(SysFs sysfs) {
        this.sysfs = sysfs;
    }

    /** In the form {@code 0x} and sixteen lower-case digits. */
    Set<String> guids() {
        Set<String> guids = new HashSet<>();
        for (String device : names(DEVICES)) {
            String ports = DEVICES + "/" + device + "/ports";
            for (String port : names(ports)) {
                sysfs.read(ports + "/" + port + "/gids/0")
                        .found()
                        .map(OwnPorts::guid)
                        .filter(guid -> !guid.isEmpty())
                        .ifPresent(guids::add);
            }
        }
        return guids;
    }

    private List<String> names(String path) {
        return sysfs.list(path).found().orElse(List.of());
    }

    /** The lower half of a GID in the kernel's notation, which leaves no zeros out. */
    private static String guid(String gid) {
        String[] groups = gid.strip().toLowerCase(Locale.ROOT).split(":", -1);
        return groups.length == GROUPS ? "0x" + groups[4] + groups[5] + groups[6] + groups[7] : "";
    }
}
