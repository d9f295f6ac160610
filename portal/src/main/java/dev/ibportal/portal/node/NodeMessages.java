package dev.ibportal.portal.node;

import io.quarkus.qute.i18n.Message;
import io.quarkus.qute.i18n.MessageBundle;

/** Words of the pages about nodes. */
@MessageBundle("node")
public interface NodeMessages {
    @Message("Nodes")
    String title();

    @Message("Hosts of the cluster, each with the daemon that sets up and reads back its InfiniBand interfaces.")
    String lead();

    @Message("Add node")
    String new_one();

    @Message("No nodes yet")
    String empty_title();

    @Message("Add a node, copy one command to it, and watch it turn green here.")
    String empty_text();

    @Message("An operator has to grant nodes to this tenant first.")
    String empty_text_tenant();

    @Message("Role")
    String role();

    @Message("node")
    String role_node();

    @Message("subnet manager")
    String role_subnet_manager();

    @Message("What its daemon does")
    String roles_title();

    @Message("sets up IPoIB interfaces on this host")
    String role_node_hint();

    @Message("writes the partitions of the subnet manager on this host")
    String role_sm_hint();

    @Message("Last sign of life")
    String last_seen();

    @Message("Ports")
    String ports();

    @Message("Interfaces")
    String interfaces();

    @Message("Daemon")
    String daemon();

    @Message("Add a node")
    String create_title();

    @Message("As people call the host; unique among all nodes.")
    String name_hint();

    @Message("Add node and show the command")
    String create();

    @Message("Join {name}")
    String join_title(String name);

    @Message(
            "Run this on the host as root. It proves to the daemon which portal it talks to, and to the portal which node it is.")
    String join_lead();

    @Message("Command for the host")
    String join_command();

    @Message("The token works once, until")
    String join_expires();

    @Message("It is shown only now. Leave the page and a new one has to be made.")
    String join_once();

    @Message("Waiting for the node to connect")
    String join_waiting();

    @Message("This page notices by itself.")
    String join_waiting_text();

    @Message("The node is connected.")
    String join_connected();

    @Message("Show the node")
    String join_to_node();

    @Message("This node has not joined yet")
    String join_invited_title();

    @Message("Make a one-time command and run it on the host.")
    String join_invited_text();

    @Message("Make a join command")
    String join_make();

    @Message("Make a new join command")
    String join_again();

    @Message("Host name")
    String host();

    @Message("Operating system")
    String os();

    @Message("Kernel")
    String kernel();

    @Message("Architecture")
    String architecture();

    @Message("Network configuration kept by")
    String persistence();

    @Message("Machine id")
    String machine();

    @Message("Ports: what the node says and what the fabric says")
    String ports_title();

    @Message("No ports are known")
    String no_ports_title();

    @Message("Ports are learned from the daemon, or registered by hand.")
    String no_ports_text();

    @Message("Port GUID")
    String guid();

    @Message("The node says")
    String node_says();

    @Message("The fabric says")
    String fabric_says();

    @Message("Link")
    String link();

    @Message("Rate")
    String rate();

    @Message("LID")
    String lid();

    @Message("Keys in the table")
    String keys();

    @Message("Table slots")
    String table_use();

    @Message("The node does not report this port")
    String missing();

    @Message("Both views agree")
    String views_agree();

    @Message("The two views differ")
    String views_differ();

    @Message("Only one side was read")
    String views_unknown();

    @Message("Adapters")
    String hcas_title();

    @Message("HCA")
    String hca();

    @Message("Type")
    String type();

    @Message("Firmware")
    String firmware();

    @Message("PSID")
    String psid();

    @Message("Driver")
    String driver();

    @Message("Port {number}")
    String port_number(String number);

    @Message("Interfaces of this node")
    String interfaces_title();

    @Message("No interface is wanted here")
    String no_interfaces_title();

    @Message("Add the node to a partition, and its interface appears here.")
    String no_interfaces_text();

    @Message("Partition")
    String partition();

    @Message("Addresses")
    String addresses();

    @Message("MTU")
    String mtu();

    @Message("Mode")
    String mode();

    @Message("Carrier")
    String carrier();

    @Message("carrier")
    String carrier_up();

    @Message("no carrier")
    String carrier_down();

    @Message("Kernel modules")
    String modules_title();

    @Message("loaded")
    String loaded();

    @Message("not loaded")
    String not_loaded();

    @Message("Inventory of")
    String inventory_at();

    @Message("Register a port by hand")
    String register_port();

    @Message("Register port")
    String register_do();

    @Message("Fabric")
    String fabric();

    @Message("Needs a look")
    String flagged();

    @Message("Tenants that may use this node")
    String granted_title();

    @Message("No tenant may use it yet. Grant it on a tenant's page.")
    String granted_none();

    @Message("{n} of {all} in sync")
    String in_sync_of(int n, int all);

    @Message("Interface")
    String netdev();

    @Message("Version")
    String version();

    @Message(
            "First install the package ibnoded on the host (with Java 17 or newer); systemctl is used where it is there.")
    String join_before();

    @Message(
            "The last line starts the daemon: as a service, or else in that terminal, where it must keep running. The command may be run again.")
    String join_after();

    @Message(
            "It turns green when ibnoded runs on the host and its connection over mutual TLS has come to this portal. If that takes more than a minute: journalctl -u ibnoded on the host.")
    String join_waiting_for();

    @Message("Rename")
    String rename();

    @Message("Rename {name}")
    String rename_title(String name);

    @Message("Retire node")
    String retire();

    @Message("Retire {name}")
    String retire_title(String name);

    @Message(
            "A retired node loses its certificates, its grants and its ports, and is not listed any more. Its name is free again. It cannot come back; the same host can join as a new node.")
    String retire_text();

    @Message("Type the node's name to confirm")
    String retire_type();

    @Message("That is not the name of the node: type \"{name}\".")
    String retire_wrong(String name);

    @Message("Danger zone")
    String danger();

    @Message("Declare dead")
    String dead_link();

    @Message("Declare {name} dead")
    String dead_title(String name);

    @Message(
            "Do this only for a host that will never come back as it was: broken, rebuilt or given away. Nobody can read it back any more, so your word counts as the proof that what was removed is gone from it. If its port cannot be read either, that counts for the fabric too.")
    String dead_text();

    @Message(
            "Memberships still wanted on it: {n}. They stay until somebody removes them; then nobody waits for this node.")
    String dead_members(int n);

    @Message(
            "Removals that wait for this node alone: {n}. Their keys and addresses become free as soon as the fabric shows them gone.")
    String dead_waiting(int n);

    @Message(
            "Its certificates are withdrawn at once. If it comes back, it has to be enrolled anew, and first makes absent what was released meanwhile.")
    String dead_back();

    @Message("Only a node that is unreachable can be declared dead. Stop its daemon first, if it still runs.")
    String dead_not_unreachable();

    @Message("It is named as the subnet manager's node of fabric {fabric}. Name another one there first.")
    String dead_manages(String fabric);

    @Message("Type the name of the node to confirm")
    String dead_type();

    @Message("Declare it dead")
    String dead_do();

    @Message("That is not the name. Type {name} exactly.")
    String dead_wrong(String name);

    @Message("This node was declared dead. To bring it back, make a new join command and run it on the host.")
    String dead_note();

    @Message("not confirmed")
    String not_confirmed();
}
