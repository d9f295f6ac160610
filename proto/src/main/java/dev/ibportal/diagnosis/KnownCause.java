package dev.ibportal.diagnosis;

import java.util.Arrays;
import java.util.Optional;

/** The causes that a daemon with root rights and the fabric's own view can tell apart. */
public enum KnownCause {
    NO_ADAPTER(1, "device.none", "check the slot, the BIOS and the adapter itself"),
    DRIVER_NOT_BOUND(
            2, "driver.not-bound", "load the adapter's driver and look at the kernel log for why it did not come up"),
    DRIVER_REJECTED(2, "driver.rejected", "enrol the key that signed the module, or install a signed driver"),
    MODULE_MISSING(
            3,
            "driver.module-missing",
            "load it with modprobe ib_ipoib; where the kernel has none, install the kernel or module package that does"),
    STACK_MIXED(4, "driver.stack-mixed", "keep one driver stack: remove the modules of the other one and reboot"),
    PORT_ETHERNET(5, "port.ethernet", "use another port, or change the port's link type to InfiniBand"),
    NO_LINK(6, "port.down", "plug the cable in, and see that the port of the switch is on"),
    PORT_DISABLED(7, "port.disabled", "switch it on with ibportstate, or at its partner"),
    WRONG_PORT(8, "port.wrong-port", "move the member to the port that is in use, or the cable"),
    NO_SUBNET_MANAGER(9, "port.no-subnet-manager", "start the subnet manager; nothing on this node can help"),
    LIDS_STALE(10, "port.stale-lid", "wait for the subnet manager's sweep, then set the interface down and up"),
    PORT_ARMED(11, "port.armed", "see what the subnet manager and the partner of the link wait for"),
    KEY_NOT_IN_TABLE(
            12, "pkey.not-in-table", "make the port a member of the partition and wait for the subnet manager"),
    KEY_NOT_PROGRAMMED(
            12,
            "pkey.not-programmed",
            "see why the subnet manager has not programmed the port: its log, and whether it sees the port"),
    BOTH_LIMITED(13, "pkey.both-limited", "make one of the two a full member"),
    KEYS_DIFFER(14, "pkey.differs", "put both ends into the same partition"),
    WRONG_GUID(15, "pkey.wrong-guid", "name the port GUID to the subnet manager, not the node's or the system's"),
    NO_GROUP(16, "carrier.no-broadcast-group", "set the ipoib flag of the partition, so that the group is made"),
    GROUP_UNSUITABLE(
            17, "carrier.group-unsuitable", "mend the link's width or speed, or lower the group's rate or MTU"),
    SUBNET_MANAGER_SILENT(18, "sm.silent", "start the subnet manager, or see why it does not answer"),
    JOIN_FAILED(
            19,
            "carrier.join-failed",
            "the reason cannot be told here; set mcast_debug_level=1 of ib_ipoib for half a minute and read the kernel log"),
    CHILD_TWICE(20, "interface.duplicate", "delete one of the two interfaces"),
    INVENTED_GUID(21, "interface.invented-guid", "make the interface anew with MACAddress=none in its .netdev file"),
    PARENT_DOWN(22, "interface.parent-down", "set the parent interface up"),
    INTERFACE_DOWN(23, "interface.down", "set the interface up, and see who manages it"),
    INTERFACE_MISSING(0, "interface.missing", "make the interface"),
    MTU_DIFFERS(24, "mtu.peers-differ", "give both ends the same MTU, at most the broadcast group's less 4"),
    FULL_SIZE_LOST(24, "mtu.full-size-lost", "lower the MTU to what passes, or mend the smallest MTU on the way"),
    MODES_DIFFER(25, "mode.peers-differ", "use one mode in the whole partition"),
    CONNECTED_IMPOSSIBLE(26, "mode.refused", "use datagram mode: the adapter has no other"),
    WRONG_SUBNET(27, "address.wrong-subnet", "give both ends addresses and prefix lengths of one network"),
    ADDRESS_MISSING(27, "address.mismatch", "give the interface its address"),
    NO_ROUTE(27, "route.none", "add the address or the route that leads to the peer through this interface"),
    NO_ADDRESS_GIVEN(27, "address.none-given", "give the members addresses of one network"),
    DUPLICATE_ADDRESS(28, "address.duplicate", "take the address from one of the two"),
    TWO_IN_SUBNET(29, "route.two-in-subnet", "set rp_filter=2, arp_ignore=1, arp_announce=2, or use another network"),
    NEIGHBOUR_STALE(30, "neighbour.stale", "forget it: ip neigh flush dev of the interface"),
    PATH_FAILS(31, "path.incomplete", "see the subnet manager's routing, then set the interface down and up"),
    FIREWALL(32, "filter.firewall", "allow the partition's network in the packet filter"),
    LABEL_DENIED(33, "security.denied", "restore the labels of the network files, for example with restorecon"),
    ECHO_IGNORED(34, "filter.echo-ignored", "set net.ipv4.icmp_echo_ignore_all=0, or test with TCP"),
    ROUTED_AWAY(35, "route.policy", "mend the rule or the VRF that leads elsewhere, or ask from the right one"),
    SIBLINGS(36, "kernel.siblings", "use a kernel from 5.8 on"),
    TRANSMIT_STUCK(37, "device.tx-stuck", "reload the driver, and update driver and firmware"),
    FIRMWARE_OLD(38, "device.firmware-old", "update the adapter's firmware"),
    LINK_BAD(39, "port.bad-link", "clean or replace the cable"),
    MULTICAST_DROPPED(40, "multicast.connected-drops", "use datagram mode for multicast"),
    BOND_MODE(41, "bond.wrong-mode", "use active-backup: InfiniBand knows no other"),
    NO_WAY(42, "fabric.no-way", "see the routing, the M_Key and the lanes of the fabric"),
    PEER_GONE(43, "peer.down", "start the peer's host, and see its port"),
    VIRTUAL_PORT(
            44, "port.virtual", "give the virtual function a GUID that the subnet manager knows, and its link a state");

    private final int number;
    private final String code;
    private final String fix;

    KnownCause(int number, String code, String fix) {
        this.number = number;
        this.code = code;
        this.fix = fix;
    }

    /** Place in the table of causes; 0 for one that is there only as a part of others. */
    public int number() {
        return number;
    }

    /** Stable, for machines; the same word as in a status. */
    public String code() {
        return code;
    }

    public String fix() {
        return fix;
    }

    public Remedy remedy() {
        return switch (this) {
            case KEY_NOT_IN_TABLE -> Remedy.ADD_MEMBER;
            case BOTH_LIMITED -> Remedy.MAKE_FULL;
            case INTERFACE_MISSING, INTERFACE_DOWN, PARENT_DOWN, ADDRESS_MISSING -> Remedy.REPAIR_INTERFACE;
            case NO_GROUP -> Remedy.CHANGE_PARTITION;
            case MODES_DIFFER, MTU_DIFFERS, CONNECTED_IMPOSSIBLE -> Remedy.CHANGE_MEMBERS;
            case NO_ADDRESS_GIVEN -> Remedy.GIVE_ADDRESSES;
            default -> Remedy.BY_HAND;
        };
    }

    /** One trouble of the fabric or of the partition, from whichever end it is seen. */
    public boolean isOfTheFabric() {
        return this == SUBNET_MANAGER_SILENT || this == NO_SUBNET_MANAGER || this == NO_GROUP;
    }

    public static Optional<KnownCause> byCode(String code) {
        return Arrays.stream(values()).filter(cause -> cause.code.equals(code)).findFirst();
    }
}
