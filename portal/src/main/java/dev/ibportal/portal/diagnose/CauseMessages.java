package dev.ibportal.portal.diagnose;

import io.quarkus.qute.i18n.Message;
import io.quarkus.qute.i18n.MessageBundle;

/** Causes and what mends them, by their names. */
@MessageBundle("ill")
public interface CauseMessages {
    @Message("No InfiniBand adapter is on the host's PCI bus.")
    String no_adapter();

    @Message("Check the slot, the BIOS and the adapter itself.")
    String fix_no_adapter();

    @Message("The adapter is there, but no driver has made an InfiniBand device of it.")
    String driver_not_bound();

    @Message("Load the adapter's driver and look at the kernel log for why it did not come up.")
    String fix_driver_not_bound();

    @Message("The kernel refused the driver's signature.")
    String driver_rejected();

    @Message("Enrol the key that signed the module, or install a signed driver.")
    String fix_driver_rejected();

    @Message("The module ib_ipoib is not loaded on the host.")
    String module_missing();

    @Message(
            "Load it with modprobe ib_ipoib; where the kernel has none, install the kernel or module package that does.")
    String fix_module_missing();

    @Message("Modules of two driver stacks are mixed.")
    String stack_mixed();

    @Message("Keep one driver stack: remove the modules of the other one and reboot.")
    String fix_stack_mixed();

    @Message("The port runs as Ethernet; IPoIB needs InfiniBand.")
    String port_ethernet();

    @Message("Use another port, or change the port's link type to InfiniBand.")
    String fix_port_ethernet();

    @Message("No link: cable or peer.")
    String no_link();

    @Message("Plug the cable in, and see that the port of the switch is on.")
    String fix_no_link();

    @Message("The port is switched off.")
    String port_disabled();

    @Message("Switch it on with ibportstate, or at its partner.")
    String fix_port_disabled();

    @Message("Wrong port: this one has no link, and the key is in the table of another one.")
    String wrong_port();

    @Message("Move the member to the port that is in use, or the cable.")
    String fix_wrong_port();

    @Message("No subnet manager has set up this port.")
    String no_subnet_manager();

    @Message("Start the subnet manager; nothing on this node can help.")
    String fix_no_subnet_manager();

    @Message("The LID of the port or of its subnet manager has changed; paths of before lead nowhere.")
    String lids_stale();

    @Message("Wait for the subnet manager's sweep, then set the interface down and up.")
    String fix_lids_stale();

    @Message("The port was not brought up to the end.")
    String port_armed();

    @Message("See what the subnet manager and the partner of the link wait for.")
    String fix_port_armed();

    @Message("The PKey is not in the port's table: the subnet manager has not made this port a member.")
    String key_not_in_table();

    @Message("Make the port a member of the partition and wait for the subnet manager.")
    String fix_key_not_in_table();

    @Message("The subnet manager has not programmed the port as the portal wants it.")
    String key_not_programmed();

    @Message("See why the subnet manager has not programmed the port: its log, and whether it sees the port.")
    String fix_key_not_programmed();

    @Message("No address was given in this partition.")
    String no_address_given();

    @Message("Give the members addresses of one network: make a pool, or give single addresses.")
    String fix_no_address_given();

    @Message("Both ports are limited members, and two of those cannot talk to each other.")
    String both_limited();

    @Message("Make one of the two a full member.")
    String fix_both_limited();

    @Message("The two ends are in different partitions.")
    String keys_differ();

    @Message("Put both ends into the same partition.")
    String fix_keys_differ();

    @Message("The subnet manager was given another GUID than the port's.")
    String wrong_guid();

    @Message("Name the port GUID to the subnet manager, not the node's or the system's.")
    String fix_wrong_guid();

    @Message("Joining the broadcast group failed: the partition has none.")
    String no_group();

    @Message("Set the ipoib flag of the partition, so that the group is made.")
    String fix_no_group();

    @Message("Joining the broadcast group failed: the link's rate or MTU is below the group's.")
    String group_unsuitable();

    @Message("Mend the link's width or speed, or lower the group's rate or MTU.")
    String fix_group_unsuitable();

    @Message("The subnet manager does not answer.")
    String subnet_manager_silent();

    @Message("Start the subnet manager, or see why it does not answer.")
    String fix_subnet_manager_silent();

    @Message("Joining the broadcast group failed although the port is a member; why cannot be told here.")
    String join_failed();

    @Message(
            "The reason cannot be told here; set mcast_debug_level=1 of ib_ipoib for half a minute and read the kernel log.")
    String fix_join_failed();

    @Message("There is more than one interface for the same PKey.")
    String child_twice();

    @Message("Delete one of the two interfaces.")
    String fix_child_twice();

    @Message("The interface carries an invented GUID.")
    String invented_guid();

    @Message("Make the interface anew with MACAddress=none in its .netdev file.")
    String fix_invented_guid();

    @Message("The parent interface is down.")
    String parent_down();

    @Message("Set the parent interface up.")
    String fix_parent_down();

    @Message("The interface is down.")
    String interface_down();

    @Message("Set the interface up, and see who manages it.")
    String fix_interface_down();

    @Message("The interface is not there.")
    String interface_missing();

    @Message("Make the interface.")
    String fix_interface_missing();

    @Message("Small packets pass, large ones do not: the two ends have different MTUs.")
    String mtu_differs();

    @Message("Give both ends the same MTU, at most the broadcast group's less 4.")
    String fix_mtu_differs();

    @Message("Small packets pass, full-size packets do not.")
    String full_size_lost();

    @Message("Lower the MTU to what passes, or mend the smallest MTU on the way.")
    String fix_full_size_lost();

    @Message("Large packets are lost: the two ends have different modes.")
    String modes_differ();

    @Message("Use one mode in the whole partition.")
    String fix_modes_differ();

    @Message("Connected mode was wanted, but the adapter has none.")
    String connected_impossible();

    @Message("Use datagram mode: the adapter has no other.")
    String fix_connected_impossible();

    @Message("The two ends are not in one network.")
    String wrong_subnet();

    @Message("Give both ends addresses and prefix lengths of one network.")
    String fix_wrong_subnet();

    @Message("An address is missing.")
    String address_missing();

    @Message("Give the interface its address.")
    String fix_address_missing();

    @Message("No route leads to the peer through this interface.")
    String no_route();

    @Message("Add the address or the route that leads to the peer through this interface.")
    String fix_no_route();

    @Message("Somebody else has the same address.")
    String duplicate_address();

    @Message("Take the address from one of the two.")
    String fix_duplicate_address();

    @Message("Two interfaces are in the same network, and rp_filter drops the answers.")
    String two_in_subnet();

    @Message("Set rp_filter=2, arp_ignore=1, arp_announce=2, or use another network.")
    String fix_two_in_subnet();

    @Message("The neighbour table still has the peer's hardware address of before.")
    String neighbour_stale();

    @Message("Forget it: ip neigh flush dev of the interface.")
    String fix_neighbour_stale();

    @Message("The subnet administrator gave no path to the peer.")
    String path_fails();

    @Message("See the subnet manager's routing, then set the interface down and up.")
    String fix_path_fails();

    @Message("The host's packet filter drops the packets.")
    String firewall();

    @Message("Allow the partition's network in the packet filter.")
    String fix_firewall();

    @Message("The interface is not there, and the kernel denied access to network files.")
    String label_denied();

    @Message("Restore the labels of the network files, for example with restorecon.")
    String fix_label_denied();

    @Message("The peer ignores echo requests.")
    String echo_ignored();

    @Message("Set net.ipv4.icmp_echo_ignore_all=0, or test with TCP.")
    String fix_echo_ignored();

    @Message("A rule or a VRF leads the packets elsewhere.")
    String routed_away();

    @Message("Mend the rule or the VRF that leads elsewhere, or ask from the right one.")
    String fix_routed_away();

    @Message("Both interfaces are on one port, and this kernel does not pass packets between such.")
    String siblings();

    @Message("Use a kernel from 5.8 on.")
    String fix_siblings();

    @Message("The send queue is stuck.")
    String transmit_stuck();

    @Message("Reload the driver, and update driver and firmware.")
    String fix_transmit_stuck();

    @Message("The firmware is too old for the driver.")
    String firmware_old();

    @Message("Update the adapter's firmware.")
    String fix_firmware_old();

    @Message("The link has errors that grow.")
    String link_bad();

    @Message("Clean or replace the cable.")
    String fix_link_bad();

    @Message("Connected mode drops multicast.")
    String multicast_dropped();

    @Message("Use datagram mode for multicast.")
    String fix_multicast_dropped();

    @Message("The interface is in a bond of a wrong mode.")
    String bond_mode();

    @Message("Use active-backup: InfiniBand knows no other.")
    String fix_bond_mode();

    @Message("The subnet manager knows the peer's port, but management packets do not get there either.")
    String no_way();

    @Message("See the routing, the M_Key and the lanes of the fabric.")
    String fix_no_way();

    @Message("The peer's port is not on the fabric: its host is down or its cable is out.")
    String peer_gone();

    @Message("Start the peer's host, and see its port.")
    String fix_peer_gone();

    @Message("The virtual port was not activated by the subnet manager, or has no GUID.")
    String virtual_port();

    @Message("Give the virtual function a GUID that the subnet manager knows, and its link a state.")
    String fix_virtual_port();
}
