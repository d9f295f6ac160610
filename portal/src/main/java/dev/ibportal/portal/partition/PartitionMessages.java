package dev.ibportal.portal.partition;

import io.quarkus.qute.i18n.Message;
import io.quarkus.qute.i18n.MessageBundle;

/** Words of the pages about partitions and their members. */
@MessageBundle("part")
public interface PartitionMessages {
    @Message("Partitions")
    String title();

    @Message(
            "A partition is a PKey of a fabric that belongs to one tenant. Ports with that key reach each other and nobody else.")
    String lead();

    @Message("New partition")
    String new_one();

    @Message("No partitions yet")
    String empty_title();

    @Message("Create the first partition, then give it a pool of addresses and add nodes to it.")
    String empty_text();

    @Message("PKey")
    String pkey();

    @Message("Fabric")
    String fabric();

    @Message("Members")
    String members();

    @Message("Address pools")
    String pools();

    @Message("IPoIB")
    String ipoib();

    @Message("Without it the fabric makes no broadcast group and hosts get no interface.")
    String ipoib_hint();

    @Message("InfiniBand MTU of the broadcast group")
    String ib_mtu();

    @Message("Fixed while the partition exists on the fabric; a change interrupts it.")
    String ib_mtu_hint();

    @Message("Mode")
    String mode();

    @Message("ConnectX-4 and later cards with enhanced IPoIB know datagram only.")
    String mode_hint();

    @Message("IP MTU")
    String ip_mtu();

    @Message("Empty: as large as mode and broadcast group allow.")
    String ip_mtu_hint();

    @Message("as large as possible")
    String largest();

    @Message("Membership that forms suggest")
    String default_membership();

    @Message("reaches all members")
    String full_hint();

    @Message("reaches full members only")
    String limited_hint();

    @Message("Membership")
    String membership();

    @Message("Unique among the partitions of the tenant on this fabric.")
    String name_hint();

    @Message("Whose partition this will be; it cannot change later.")
    String tenant_hint();

    @Message("The partition cannot move to another fabric later.")
    String fabric_hint();

    @Message("Empty: the lowest free one. Else 0x and up to four hex digits.")
    String pkey_hint();

    @Message("New partition")
    String create_title();

    @Message("Create partition")
    String create();

    @Message("There is no fabric yet")
    String need_fabric();

    @Message("A partition lives on a fabric. An operator has to register the fabric first.")
    String need_fabric_text();

    @Message("Edit partition {name}")
    String edit_title(String name);

    @Message("Settings")
    String settings();

    @Message("Members and their chain of truth")
    String chain_title();

    @Message("Each step was read from the thing itself. The first step that is not good is named.")
    String chain_lead();

    @Message("No members yet")
    String no_members_title();

    @Message("Add the nodes that shall reach each other. Fabric and host are then set up by themselves.")
    String no_members_text();

    @Message("Add members")
    String add_members();

    @Message("Add members to {name}")
    String add_title(String name);

    @Message("Add members")
    String add();

    @Message("Nodes")
    String add_nodes();

    @Message("Only nodes with a port on this fabric that are not members yet.")
    String add_nodes_hint();

    @Message("No node can be added")
    String add_none_title();

    @Message(
            "All nodes that the tenant may use are members already, or have no port on this fabric. An operator can grant more nodes.")
    String add_none_text();

    @Message("Each interface gets the lowest free address of these pools: {pools}")
    String add_pools_note(String pools);

    @Message("The partition has no pool, so the interfaces will have no address.")
    String add_no_pools();

    @Message("Select all")
    String select_all();

    @Message("Node")
    String node();

    @Message("Port")
    String port();

    @Message("Address")
    String address();

    @Message("Interface")
    String netdev();

    @Message("Remove {node} from {name}")
    String remove_member(String node, String name);

    @Message("Remove {node} from this partition?")
    String remove_member_title(String node);

    @Message(
            "The key leaves the port's table and the interface leaves the host. What was its address stays taken until both are proven absent.")
    String remove_member_text();

    @Message("Remove member")
    String remove_member_do();

    @Message("Edit member {node}")
    String edit_member(String node);

    @Message("Empty: follows the partition.")
    String member_mtu_hint();

    @Message("follows the partition")
    String follows();

    @Message("Delete partition {name}")
    String delete_title(String name);

    @Message(
            "This cannot be undone. The PKey stays taken until all its members are proven absent, and rests before it is given to anybody else.")
    String delete_text();

    @Message("What goes with it")
    String delete_owns();

    @Message("Nothing else: it has no members and no pools.")
    String delete_nothing();

    @Message("Members: {n}")
    String delete_members(int n);

    @Message("Address pools: {n}")
    String delete_pools(int n);

    @Message("Addresses: {n}")
    String delete_addresses(int n);

    @Message("Type the partition's name to confirm")
    String delete_type();

    @Message("That is not the name of the partition: type \"{name}\".")
    String delete_wrong(String name);

    @Message("Delete partition")
    String delete_do();

    @Message("Danger zone")
    String danger();

    @Message("Wanted")
    String link_spec();

    @Message("Subnet manager")
    String link_sm();

    @Message("Port table")
    String link_table();

    @Message("Driver")
    String link_driver();

    @Message("Interface")
    String link_interface();

    @Message("Mode, MTU, address")
    String link_settings();

    @Message("First open step: {step}")
    String first_broken(String step);

    @Message("What to do: {step}")
    String next_step(String step);

    @Message("to be removed")
    String text_leaving();

    @Message("written, not read yet")
    String text_programmed();

    @Message("not sent yet")
    String text_not_sent();

    @Message("knows it")
    String text_effective();

    @Message("not running")
    String text_sm_down();

    @Message("key not there")
    String text_found_none();

    @Message("not read yet")
    String text_not_read();

    @Message("node does not see it")
    String text_node_disagrees();

    @Message("waits")
    String text_waits();

    @Message("as wanted")
    String text_ok();

    @Message("not as wanted")
    String text_broken();

    @Message("not known")
    String text_unknown();

    @Message("node is silent")
    String text_silent();

    @Message("absent")
    String text_absent();

    @Message("Nothing; this usually takes a few seconds.")
    String next_wait();

    @Message("Start the subnet manager on its node and look at its log there.")
    String next_sm();

    @Message("Check that the port is cabled and active, and that the subnet manager answers for it.")
    String next_table();

    @Message("Fabric and node disagree; give it a few seconds, then look at the port on the node's page.")
    String next_conflict();

    @Message("Load the driver and ib_ipoib on the node, and check that the port runs in InfiniBand mode.")
    String next_driver();

    @Message("Look at the reason; the daemon tries again by itself when the cause is gone.")
    String next_interface();

    @Message("Install the driver stack on the node, or load ib_ipoib there.")
    String next_module();

    @Message("Set the port to InfiniBand with mlxconfig (LINK_TYPE_P1=1) and reboot the node.")
    String next_ethernet();

    @Message("Check cable, switch port and transceiver of this port.")
    String next_port();

    @Message("Switch the port on with ibportstate, or at its partner.")
    String next_port_off();

    @Message("Give the virtual function a GUID that the subnet manager knows, and its link a state.")
    String next_port_virtual();

    @Message("See what the subnet manager and the partner of the link wait for.")
    String next_port_armed();

    @Message("The node does not have this port any more: look whether the card was moved, and remove the member if so.")
    String next_not_here();

    @Message("Choose datagram: the driver of this card does not offer connected mode.")
    String next_mode();

    @Message("Choose a smaller MTU, or none, which takes the largest possible one.")
    String next_mtu();

    @Message("Another host uses this address: find it, or release the address and take another one.")
    String next_duplicate();

    @Message("Network configuration on this host is kept by no supported tool: install ifupdown or NetworkManager.")
    String next_backend();

    @Message(
            "A command failed on the node; its output is in the reason and in the daemon's log: journalctl -u ibnoded.")
    String next_command();

    @Message("The partition has no broadcast group yet: give the subnet manager a few seconds, then look at its log.")
    String next_group();

    @Message("Take note")
    String warnings();

    @Message(
            "All members are limited. Limited members reach full ones only, so nobody here can reach anybody: make at least one member full.")
    String warn_all_limited();

    @Message(
            "This is the last member. The subnet manager keeps no partition without members: its broadcast group ends and is made anew for the next member. The PKey stays with this partition.")
    String warn_last_leaves();

    @Message("This is the last full member. Those who stay are limited and will not reach each other.")
    String warn_last_full_leaves();

    @Message("PKey, IPoIB and InfiniBand MTU stay as they are: they belong to the broadcast group, which is made once.")
    String edit_frozen();

    @Message("{node} is unreachable: the PKey and its addresses stay taken until it was read back.")
    String note_unreachable(String node);

    @Message("{n} of {all} in the port tables")
    String in_tables(int n, int all);

    @Message("none yet")
    String no_members();

    @Message("read {age}")
    String read_ago(String age);

    @Message("not known since {age}")
    String not_known_since(String age);

    @Message("What is known at the moment")
    String knowledge();

    @Message("The subnet manager of {fabric} was last heard {age}: the port tables are as they were read then.")
    String sm_silent_note(String fabric, String age);

    @Message("The subnet manager of {fabric} does not run: nothing changes on the fabric until it does.")
    String sm_down_note(String fabric);

    @Message("Members whose node is silent: {n}. How they are now is not known; what is shown was seen before.")
    String nodes_silent_note(int n);

    @Message("no address")
    String no_address();

    @Message("The subnet manager of {fabric} is silent: check that the daemon on its node runs and reaches the portal.")
    String next_sm_silent_on(String fabric);

    @Message(
            "{node} is silent: check that it is up and its daemon runs (systemctl status ibnoded). It stays taken until it was read back.")
    String next_silent_node(String node);

    @Message("This takes longer than usual: look at fabric {fabric} and at node {node}.")
    String next_slow(String fabric, String node);

    @Message("Only for a single node with several ports on this fabric.")
    String port_hint();

    @Message("The first {n} of {all} nodes are shown: search by name for others.")
    String add_cut(int n, int all);

    @Message("Take all {n} that match, also those that are not shown")
    String add_all(int n);

    @Message("Least rate of the broadcast group")
    String rate();

    @Message("A slower port cannot join. It is fixed once the partition exists.")
    String rate_hint();

    @Message("as usual (10 Gb/s)")
    String rate_usual();

    @Message("Service level")
    String service_level();

    @Message("0 to 15. Others than 0 only where quality of service is on in the subnet manager.")
    String service_level_hint();

    @Message(
            "This is the only full member. Limited members reach nobody but full ones, so that nobody here could reach anybody. Tick the box to do it all the same.")
    String last_full();

    @Message("Do it although nobody will reach anybody")
    String isolate();
}
