package dev.ibportal.daemon.inventory;

/** Who keeps the network configuration of this host, or of one interface on it. */
public sealed interface Backend {
    /** A back-end that we can write for. */
    record Supported(Kind kind) implements Backend {}

    /** @param reason why we keep our hands off, naming what was found */
    record Unsupported(String reason) implements Backend {}

    /** @param reason what could not be read */
    record Unknown(String reason) implements Backend {}

    enum Kind {
        IFUPDOWN("ifupdown", false),
        NETWORK_MANAGER("NetworkManager", true),
        /** The initscripts of RHEL 6 and 7. */
        IFCFG("ifcfg", false),
        /** NetworkManager reading the same files through its plugin. */
        IFCFG_NETWORK_MANAGER("ifcfg (NetworkManager)", true),
        NETWORKD("systemd-networkd", false),
        /** netplan that makes profiles for NetworkManager. */
        NETPLAN_NETWORK_MANAGER("netplan (NetworkManager)", true),
        /** netplan that makes files for systemd-networkd. */
        NETPLAN_NETWORKD("netplan (systemd-networkd)", false),
        WICKED("wicked", false),
        /** No back-end that could say it: a unit of our own at boot. */
        BOOT_UNIT("boot unit", false);

        private final String text;
        private final boolean activated;

        Kind(String text, boolean activated) {
            this.text = text;
            this.activated = activated;
        }

        public String text() {
            return text;
        }

        /** Whether NetworkManager makes and configures the interface from the file, also while the host runs. */
        public boolean isActivatedByNetworkManager() {
            return activated;
        }
    }
}
