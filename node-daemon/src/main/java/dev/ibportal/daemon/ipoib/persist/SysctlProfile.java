package dev.ibportal.daemon.ipoib.persist;

import dev.ibportal.types.InterfaceName;
import java.util.LinkedHashMap;
import java.util.Map;

/** Kernel settings under one name, so that people choose a purpose and not numbers. */
public enum SysctlProfile {
    NONE("none"),
    /**
     * For hosts with several interfaces of one fabric: answers to ARP only for the interface's own addresses, announces
     * only those, takes packets that came by another of its ways, and remembers thousands of neighbours.
     */
    IPOIB("ipoib");

    private final String text;

    SysctlProfile(String text) {
        this.text = text;
    }

    public String text() {
        return text;
    }

    /** Names with slashes, as sysctl wants them where an interface's name has a dot. */
    public Map<String, String> settings(InterfaceName name) {
        Map<String, String> settings = new LinkedHashMap<>();
        if (this == IPOIB) {
            settings.put("net/ipv4/conf/" + name + "/rp_filter", "2");
            settings.put("net/ipv4/conf/" + name + "/arp_ignore", "1");
            settings.put("net/ipv4/conf/" + name + "/arp_announce", "2");
            for (String family : new String[] {"ipv4", "ipv6"}) {
                settings.put("net/" + family + "/neigh/default/gc_thresh1", "4096");
                settings.put("net/" + family + "/neigh/default/gc_thresh2", "8192");
                settings.put("net/" + family + "/neigh/default/gc_thresh3", "16384");
            }
        }
        return settings;
    }
}
