package dev.ibportal.diagnosis;

import java.util.Locale;

/** What is looked at. Lists have one entry a line. Numbers are decimal, GUIDs and PKeys in their usual text form. */
public enum FactKey {
    /** Whether the daemon of this end answered: {@code answered}; unknown, with the reason, when nobody could be asked. */
    DAEMON,
    /** Lines {@code 0000:3b:00.0 15b3:101b mlx5_core}; without the driver where none has taken it. */
    ADAPTERS,
    /** Names of RDMA devices. */
    RDMA_DEVICES,
    /** Lines of the kernel's log that concern InfiniBand. */
    KERNEL_LOG,
    KERNEL_RELEASE,
    /** {@code loaded}. */
    MODULE,
    /** Where the kernel would load ib_ipoib from. */
    MODULE_FILE,
    /** For example {@code mlx5_0 port 1}. */
    PORT,
    PORT_GUID,
    NODE_GUID,
    SYSTEM_GUID,
    /** InfiniBand or Ethernet. */
    LINK_LAYER,
    /** Polling, Disabled, LinkUp and so on. */
    PHYSICAL_STATE,
    /** DOWN, INIT, ARMED, ACTIVE. */
    PORT_STATE,
    /** Seconds that the port is known to be in this state. */
    PORT_STATE_SECONDS,
    LID,
    SM_LID,
    /** As a record from before has them: {@code lid sm-lid}. */
    EARLIER_LIDS,
    /** As the kernel prints it. */
    RATE,
    /** InfiniBand MTU of the link in bytes. */
    LINK_MTU,
    /** Other InfiniBand ports that are ACTIVE: lines {@code mlx5_1 port 1 0x8005 full}, the entry for the partition last. */
    OTHER_PORTS,
    /** The partition in question, full-member form. */
    PKEY,
    /** The port's table, without unused entries. */
    PKEY_TABLE,
    /** The table's entry for the partition. */
    PKEY_ENTRY,
    /** The same entry as the subnet manager's node read it from the port, at a time of its own. */
    FABRIC_ENTRY,
    /** What the portal wants the port to be in the partition: full or limited. */
    MEMBERSHIP_WANTED,
    /** How many full members the portal wants in the partition. */
    FULL_MEMBERS,
    /** {@code lid 1 guid 0x... state 3}, or {@code silent}. */
    SUBNET_MANAGER,
    INTERFACE,
    /** up or down. */
    INTERFACE_UP,
    PARENT,
    PARENT_UP,
    /** Names of other interfaces for the same key on the same port. */
    SAME_KEY,
    /** yes or no. */
    CARRIER,
    /** 20 bytes, forty digits. */
    HARDWARE,
    MODE,
    MODE_WANTED,
    MTU,
    MTU_WANTED,
    ADDRESSES,
    ADDRESSES_WANTED,
    /** Addresses whose duplicate detection failed. */
    DUPLICATES,
    /** What the interface is enslaved to, for example {@code vrf blue} or {@code bond active-backup}. */
    MASTER,
    /** Driver of the interface as ethtool names it. */
    DRIVER,
    /** Of the broadcast group: yes, no or not-started. */
    GROUP_JOINED,
    /** {@code mtu 2048 rate 3}, as the subnet administrator has it. */
    GROUP,
    /** The kernel's status of the last failed join of the broadcast group. */
    JOIN_STATUS,
    /** Lines {@code symbol_error 12 link_downed 3}. */
    COUNTERS,
    PEER,
    /** {@code dev ib0.8005 src 10.0.0.1}. */
    ROUTE,
    /** Other IPoIB interfaces with an address in the peer's network. */
    SAME_NETWORK,
    /** The larger of the interface's own and the host's. */
    RP_FILTER,
    /** Rules beside the usual three. */
    POLICY_RULES,
    /** {@code REACHABLE <forty digits>}. */
    NEIGHBOUR,
    /** Path record to the peer: yes or no. */
    PATH,
    /** Hardware address of whoever else has one of our addresses. */
    OTHER_OWNER,
    /** Lines of the packet filter that drop what we send or wait for. */
    FILTER,
    /** 0 or 1. */
    ECHO_IGNORED,
    /** {@code answered/sent}. */
    PING_SMALL,
    /** {@code answered/sent payload bytes}, with the largest payload that fits. */
    PING_FULL,
    /** Whether the peer's port is known to the subnet administrator: its GUID. */
    PEER_ON_FABRIC,
    /** Whether a management packet by LID gets there: yes or no. */
    PEER_BY_LID,
    /** Port GUIDs that the partition was programmed with. */
    PROGRAMMED,
    /** Whether the partition carries the ipoib flag: yes or no. */
    IPOIB_FLAG,
    /** running or not running, as the fabric's own node tells. */
    SM_PROCESS,
    /** Security denials that concern network configuration. */
    DENIALS;

    /** For example {@code port-state}. */
    public String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
