package dev.ibportal.portal.posture;

import io.quarkus.qute.i18n.Message;
import io.quarkus.qute.i18n.MessageBundle;

/** Words of the pages about how a fabric is guarded and where it differs. */
@MessageBundle("post")
public interface PostureMessages {
    @Message("Last table read")
    String newest();

    @Message("Oldest reading")
    String oldest();

    @Message("Never read")
    String unread();

    @Message("How {name} is guarded")
    String title(String name);

    @Message("Posture")
    String to_page();

    @Message("What is seen, what is wrong, and what nobody knows. Good is only what was seen lately, all of it.")
    String lead();

    @Message("Export")
    String export();

    @Message("Check")
    String check();

    @Message("Verdict")
    String verdict();

    @Message("Rests on what was seen")
    String seen();

    @Message("good")
    String good();

    @Message("wrong")
    String bad();

    @Message("not known")
    String unknown();

    @Message("{name} of the subnet manager")
    String c_key(String name);

    @Message("Default partition limited")
    String c_default();

    @Message("Only expected subnet managers")
    String c_managers();

    @Message("GUIDs of ports")
    String c_guids();

    @Message("Each port on one fabric")
    String c_one_fabric();

    @Message("Differences on {name}")
    String diff_title(String name);

    @Message("Differences")
    String diff_short();

    @Message("Each key of each port that is not as it is wanted, by what was last read of the ports.")
    String diff_lead();

    @Message("all")
    String all();

    @Message("No differences")
    String none();

    @Message("All tables that were read show what is wanted.")
    String none_text();

    @Message("Registered ports")
    String ports();

    @Message("Kind")
    String kind();

    @Message("Wanted")
    String wanted();

    @Message("Found")
    String found();

    @Message("Port")
    String port();

    @Message("Only the first {n} are shown.")
    String cut(int n);

    @Message("missing")
    String k_missing();

    @Message("unexpected")
    String k_unexpected();

    @Message("somebody else's")
    String k_unknown();

    @Message("port down")
    String k_down();

    @Message("not known")
    String k_not_known();

    @Message("full")
    String f_full();

    @Message("limited")
    String f_limited();

    @Message("both")
    String f_both();

    @Message("none")
    String f_none();

    @Message("The daemon of the subnet manager has not told of it.")
    String d_never_told();

    @Message(
            "{name} has the value that everybody knows, so that any host could manage the fabric or ask as if it did. Set another one in the options of the subnet manager.")
    String d_key_default(String name);

    @Message("{name} is set. Its value stays on the host of the subnet manager.")
    String d_key_set(String name);

    @Message("It was set when it was last told.")
    String d_key_was_set();

    @Message("It could not be read.")
    String d_key_unread();

    @Message("{n} of {all} ports are full members of the default partition, where they reach every other port: {nodes}")
    String d_default_full(String n, String all, String nodes);

    @Message("The fabric is set to make every port a full member of the default partition.")
    String d_default_wish();

    @Message("No port is registered.")
    String d_no_ports();

    @Message("{n} of {all} tables were not read lately: {nodes}")
    String d_tables_old(String n, String all, String nodes);

    @Message(
            "All {n} ports are limited members of the default partition (those of subnet managers are left out), so that they reach none of each other there.")
    String d_default_limited(String n);

    @Message(
            "A subnet manager runs where none is expected: {found}. Expected are the ports of nodes with the role subnet-manager: {expected}")
    String d_managers_stranger(String found, String expected);

    @Message("No subnet manager was heard of lately (saquery).")
    String d_managers_silent();

    @Message("Heard of: {found}. Those that stand by without having been the master are not always told.")
    String d_managers_known(String found);

    @Message("{state} at port {port} of node {node}")
    String d_manager_at(String state, String port, String node);

    @Message("The fabric was not seen as a whole lately.")
    String d_not_seen_whole();

    @Message(
            "{n} ports of hosts, each with a GUID of its own. Two adapters with the same node GUID look like one to discovery.")
    String d_guids_good(String n);

    @Message("No port of it was seen or registered on another fabric.")
    String d_one_fabric_good();

    @Message("The port table does not show it.")
    String d_diff_missing();

    @Message("The port table shows it as full.")
    String d_diff_wrong_full();

    @Message("The port table shows it as limited.")
    String d_diff_wrong_limited();

    @Message("The port table shows it both as full and as limited.")
    String d_diff_wrong_both();

    @Message("Nobody wants it, and it lies in the range that the portal gives keys from.")
    String d_diff_unexpected();

    @Message("It lies outside the range that the portal gives keys from, and is left alone.")
    String d_diff_foreign();

    @Message("No subnet manager has set up this port.")
    String d_diff_no_manager();

    @Message("The port is being brought up.")
    String d_diff_armed();

    @Message("The port is switched off.")
    String d_diff_off();

    @Message("Virtual port not activated by the subnet manager: check its GUID.")
    String d_diff_virtual();

    @Message("No link: cable or peer.")
    String d_diff_no_link();

    @Message("The port is down although there is a link.")
    String d_diff_link_down();

    @Message("The table was never read.")
    String d_diff_never();

    @Message("The table could not be read: {why}")
    String d_diff_unread(String why);

    @Message("«{name}» has node GUID {guid}")
    String d_item_node_guid(String name, String guid);

    @Message("{guid} is the GUID of more than one port")
    String d_item_twice(String guid);

    @Message("«{name}» has a port with GUID {guid}")
    String d_item_port_guid(String name, String guid);

    @Message("{guid} is on {here} and on {others}")
    String d_item_two_fabrics(String guid, String here, String others);

    @Message("wrong membership")
    String k_wrong();

    @Message("Not known")
    String no_ports_yet();

    @Message("No port of this fabric is registered, so nothing can be compared.")
    String no_ports_yet_text();
}
