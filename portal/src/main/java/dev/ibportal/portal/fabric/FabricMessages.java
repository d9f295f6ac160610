package dev.ibportal.portal.fabric;

import io.quarkus.qute.i18n.Message;
import io.quarkus.qute.i18n.MessageBundle;

/** Words of the pages about fabrics. */
@MessageBundle("fab")
public interface FabricMessages {
    @Message("Fabrics")
    String title();

    @Message("A fabric is one InfiniBand subnet with one logical subnet manager. PKeys are unique per fabric.")
    String lead();

    @Message("New fabric")
    String new_one();

    @Message("No fabrics yet")
    String empty_title();

    @Message("Register the fabric, then join the host of its subnet manager as a node.")
    String empty_text();

    @Message("An operator has to register the fabric first.")
    String empty_text_tenant();

    @Message("Subnet manager")
    String sm();

    @Message("Kind of subnet manager")
    String sm_kind();

    @Message("UFM is reached by the daemon of the node below, which keeps the secrets for it.")
    String sm_kind_hint();

    @Message("Node of the subnet manager")
    String sm_node();

    @Message("Only nodes with the role subnet manager; it can be set later.")
    String sm_node_hint();

    @Message("not set")
    String sm_node_none();

    @Message("PKeys given automatically")
    String range();

    @Message("First PKey given automatically")
    String first();

    @Message("Last PKey given automatically")
    String last();

    @Message("Rest of a freed PKey, in seconds")
    String quarantine();

    @Message("How long a PKey that was proven absent rests before anybody gets it again.")
    String quarantine_hint();

    @Message("Default partition: membership of all ports")
    String default_membership();

    @Message("Limited keeps tenants apart in the default partition too.")
    String default_hint();

    @Message("PKeys")
    String pkeys();

    @Message("Free: {n}")
    String pkeys_free(int n);

    @Message("Taken: {n}")
    String pkeys_taken(int n);

    @Message("Resting: {n}")
    String pkeys_quarantined(int n);

    @Message("Reserved: {n}")
    String pkeys_reserved(int n);

    @Message("Partitions")
    String partitions();

    @Message("No partition is on this fabric yet.")
    String no_partitions();

    @Message("New fabric")
    String create_title();

    @Message("Create fabric")
    String create();

    @Message("Edit fabric {name}")
    String edit_title(String name);

    @Message("Start the subnet manager on its node. Existing connections go on; changes wait.")
    String sm_help_down();

    @Message(
            "Nothing was heard of it lately. That says nothing about the fabric itself: check the node of the subnet manager.")
    String sm_help_unknown();

    @Message("No node is named that runs the subnet manager. Edit the fabric and choose one.")
    String sm_help_no_node();

    @Message("Delete fabric")
    String delete();

    @Message("Delete fabric {name}")
    String delete_title(String name);

    @Message("Only a fabric without partitions and ports can be deleted. This cannot be undone.")
    String delete_text();

    @Message("Type the fabric's name to confirm")
    String delete_type();

    @Message("That is not the name of the fabric: type \"{name}\".")
    String delete_wrong(String name);

    @Message("Danger zone")
    String danger();

    @Message("Make the default partition of {name} limited")
    String limit_title(String name);

    @Message("Make it limited")
    String limit_short();

    @Message(
            "Every port is in the default partition. As full members all hosts reach each other there, whatever tenants they belong to. As limited members they reach only the subnet manager's host. Who uses the default partition for traffic of its own loses that traffic.")
    String limit_lead();

    @Message("Lose full membership")
    String limit_losers();

    @Message("Not known")
    String limit_unknown();

    @Message("Tables of these ports were never read. What they would lose is not known.")
    String limit_unknown_text();

    @Message("Limited already")
    String limit_already();

    @Message("Stay full: the subnet manager's host")
    String limit_stays();

    @Message("Uses it with")
    String limit_uses();

    @Message("no address")
    String limit_uses_none();

    @Message("the node has not reported its interfaces")
    String limit_uses_unknown();

    @Message("Port table read")
    String limit_table();

    @Message(
            "This is done for exactly the ports above. If the list has changed by then, nothing happens and you see the new one.")
    String limit_confirm();

    @Message("Make all ports limited")
    String limit_do();

    @Message("The default partition is limited")
    String limit_done();

    @Message("Removals need a second person")
    String removal_approval();

    @Message("Members and partitions are removed only after somebody else has looked at what that does to the fabric.")
    String removal_approval_hint();

    @Message("Map of PKeys")
    String pkeys_map();

    @Message("PKeys of {name}")
    String pkeys_title(String name);

    @Message("All PKeys")
    String pkeys_all();

    @Message("Picture")
    String pkeys_picture();

    @Message(
            "Each square is a block of 256 keys with how many percent of them are not free; it opens that block. Keys from {first} to {last} are given automatically.")
    String pkeys_blocks_lead(String first, String last);

    @Message(
            "Each square is a key; it opens what is known of it and what can be done. The table below names those that are not free.")
    String pkeys_lead();

    @Message("{first} to {last}: {free} free")
    String pkeys_block_label(String first, String last, int free);

    @Message("As a table")
    String pkeys_table();

    @Message("All keys of this block are free.")
    String pkeys_none();

    @Message("Partition")
    String pkey_partition();

    @Message("Partition or reason")
    String pkey_holder();

    @Message("Use")
    String pkey_use();

    @Message("free")
    String pkey_free();

    @Message("free, by hand only")
    String pkey_outside();

    @Message("taken")
    String pkey_taken();

    @Message("retiring")
    String pkey_retiring();

    @Message("in quarantine")
    String pkey_quarantined();

    @Message("reserved")
    String pkey_reserved();

    @Message("held for a request")
    String pkey_held();

    @Message("never a tenant's")
    String pkey_never();

    @Message("Free after")
    String pkey_free_after();

    @Message("Reason to keep it back")
    String pkey_reason();

    @Message("Reserve")
    String pkey_reserve();

    @Message("Let go")
    String pkey_let_go();

    @Message("New partition with {pkey}")
    String pkey_take(String pkey);

    @Message("Subnet managers")
    String sm_hosts();

    @Message("{node} took over from {before}.")
    String took_over(String node, String before);

    @Message("It had an older configuration then. It was told again, and all ports are read again.")
    String took_over_behind();

    @Message("Rules the fabric")
    String rules();

    @Message("Configuration")
    String configuration();

    @Message("Last change took")
    String window();

    @Message("{n} ms")
    String window_ms(long n);

    @Message(
            "Files on several hosts never change in the same moment. Until all hosts have the newest one, a take-over can bring back an older one: it is noticed and told again, and nothing that was removed is given to anybody else before.")
    String window_text();

    @Message("older, since")
    String behind();

    @Message("newest")
    String newest();

    @Message("master")
    String sm_master();

    @Message("standby")
    String sm_standby();

    @Message("not known")
    String sm_mastery_unknown();

    @Message("Nodes whose subnet managers stand by")
    String standbys();

    @Message(
            "One name a line. All get the same configuration, and what was removed rests until all of them have given it up.")
    String standbys_hint();

    @Message("Reserved PKeys")
    String reserved();

    @Message("Nobody gets these. One range a line: 0x8001 - 0x800f.")
    String reserved_hint();

    @Message("PKeys given on request only")
    String on_request();

    @Message("Never given automatically; who may choose a PKey can name one of these.")
    String on_request_hint();

    @Message("What the subnet manager complains of")
    String complaints();

    @Message("Meaning")
    String cause();

    @Message("Line of its log")
    String log_line();

    @Message(
            "The subnet manager could not read its file. Every port is a full member of the default partition and all tenants are cut off.")
    String cause_open();

    @Message("The subnet manager does not understand a line of its partitions file.")
    String cause_refused();

    @Message("A port's PKey table is full; the highest keys were left out. Remove members of this port.")
    String cause_table_full();

    @Message(
            "No multicast LID is left: the partition has its keys and no broadcast group, so that IPoIB gets no carrier. Remove partitions with IPoIB.")
    String cause_no_mlid();

    @Message("A broadcast group cannot be made with this MTU or rate. Choose ones that all ports can do.")
    String cause_group();

    @Message("A port does not take its PKey table. It keeps the old one; look at its adapter and cable.")
    String cause_port();

    @Message("Something about partitions went wrong.")
    String cause_other();

    @Message("Name of the fabric, to open the default partition")
    String open_confirm();

    @Message("Only when you change from limited to full: the hosts of all tenants then reach each other there.")
    String open_confirm_hint();

    @Message("kept back in the fabric's settings")
    String pkey_kept();
}
