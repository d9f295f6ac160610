package dev.ibportal.portal.platform.page;

import io.quarkus.qute.i18n.Message;
import io.quarkus.qute.i18n.MessageBundle;

/** Why something is not as it should be: causes of daemons by their code, and what the portal itself writes down. */
@MessageBundle("why")
public interface WhyMessages {
    @Message("The driver module ib_ipoib is not loaded on the node.")
    String module_missing();

    @Message("The port is in Ethernet mode; IPoIB needs InfiniBand.")
    String port_ethernet();

    @Message("The node has no such port.")
    String port_not_here();

    @Message("The port has no link.")
    String port_down();

    @Message("The port is switched off.")
    String port_disabled();

    @Message("The virtual port is not activated by the subnet manager.")
    String port_virtual();

    @Message("The port is still being brought up.")
    String port_armed();

    @Message("No subnet manager has set up the port.")
    String port_no_sm();

    @Message("The PKey is not in the port's table: the subnet manager has not made the port a member.")
    String pkey_not_in_table();

    @Message("The PKey is not at index 0 of the port's table.")
    String pkey_not_at_index0();

    @Message("Joining the broadcast group failed; the interface has no carrier.")
    String no_group();

    @Message("The interface is not there.")
    String interface_missing();

    @Message("The interface is down.")
    String interface_down();

    @Message("The parent interface is down.")
    String parent_down();

    @Message("The port has no interface of its own.")
    String no_parent();

    @Message("The name of the interface is not possible or taken.")
    String interface_name();

    @Message("There is another interface for the same PKey.")
    String interface_duplicate();

    @Message("Somebody else has changed the interface.")
    String drifted();

    @Message("The mode is another one than wanted.")
    String mode_refused();

    @Message("The broadcast group caps the MTU.")
    String mtu_capped();

    @Message("The MTU is another one than wanted.")
    String mtu_mismatch();

    @Message("The number of channels cannot change while the interface has children.")
    String queues_held();

    @Message("An address is missing or wrong.")
    String address_mismatch();

    @Message("The address's network overlaps one that the host has elsewhere.")
    String address_overlap();

    @Message("Duplicate detection of an IPv6 address is not over.")
    String address_tentative();

    @Message("Somebody else answers for the address.")
    String address_duplicate();

    @Message("Routes or rules are other ones than wanted.")
    String routing_mismatch();

    @Message("A route would draw away traffic of the host or of another interface, and is kept out.")
    String route_overlap();

    @Message("The daemon's look at the host ended with a fault of its own; it tries again.")
    String pass_failed();

    @Message("Name servers are other ones than wanted.")
    String dns_mismatch();

    @Message("Kernel settings are other ones than wanted.")
    String profile_mismatch();

    @Message("No file brings the interface back after a reboot.")
    String persist_missing();

    @Message("Something on the host keeps the interface from being kept.")
    String persist_obstacle();

    @Message("The host's network service cannot keep such interfaces.")
    String backend_unsupported();

    @Message("What was to be removed is still there.")
    String still_there();

    @Message("A command on the host has failed.")
    String command_failed();

    @Message("A command on the host took too long.")
    String command_timeout();

    @Message("A file on the host could not be written.")
    String file_failed();

    @Message("The change was taken back.")
    String rolled_back();

    @Message("It could not be read, and nothing was changed because of it.")
    String unreadable();

    @Message("The daemon does not know this kind of item.")
    String item_unknown();

    @Message("Wanted: {wanted}. Found: {found}.")
    String facts(String wanted, String found);

    @Message("As the daemon says it")
    String original();

    @Message("No sign of life since {at}.")
    String said_silent(String at);

    @Message("Not known: the node gave no sign of life since {at}.")
    String said_not_known_silent(String at);

    @Message("Not known: the node was declared dead.")
    String said_not_known_dead();

    @Message("Declared dead by {who}.")
    String said_declared_dead(String who);

    @Message("Retired by an operator.")
    String said_retired();

    @Message("Enrolled anew; first makes absent what was released meanwhile.")
    String said_enrolled();

    @Message("The connection to the node was lost.")
    String said_lost();

    @Message("Waits until the fabric has made the port a member.")
    String said_waits_fabric();

    @Message("Waits for the subnet manager.")
    String said_waits_sm();

    @Message("The subnet manager was told; it was not read back yet.")
    String said_told_sm();

    @Message("The subnet manager has it; the port does not show it yet.")
    String said_sm_has_it();

    @Message("The node was told and has not answered yet.")
    String said_told_node();

    @Message("Removed; waits until it is proven absent.")
    String said_removed();

    @Message("Proven absent everywhere; the PKey rests before somebody else gets it.")
    String said_cooling();

    @Message("No node is named as that of the subnet manager.")
    String said_no_sm_node();

    @Message("The subnet manager does not run.")
    String said_sm_down();

    @Message("Not known whether the subnet manager runs.")
    String said_sm_unknown();

    @Message("The daemon of the subnet manager refused the configuration.")
    String said_sm_refused();

    @Message("The node does not report port {guid}.")
    String said_no_port(String guid);

    @Message("The port's table does not show it.")
    String said_table_lacks();

    @Message("The port's table shows another state.")
    String said_table_shows();

    @Message("The port could not be read.")
    String said_port_unread();

    @Message("The daemon refused what it was to do.")
    String said_refused_spec();

    @Message("The port is in Ethernet mode; IPoIB needs InfiniBand.")
    String said_ethernet();

    @Message("Not asked: the subnet manager does not run.")
    String said_not_asked();

    @Message("Node {node}, which runs the subnet manager, is not connected.")
    String said_sm_away(String node);

    @Message("Node {node} has not answered for a while.")
    String said_sm_no_answer(String node);

    @Message("Its daemon has not reported yet.")
    String said_daemon_new();

    @Message("Gone from the port table; waiting for the node.")
    String said_gone_waits_node();

    @Message(
            "Gone from the port table; waiting for the subnet manager of node {node}, which still has an older configuration.")
    String said_gone_waits_standby(String node);

    @Message("Asked for by {name}.")
    String said_asked_for(String name);
}
