package dev.ibportal.portal.plan;

import io.quarkus.qute.i18n.Message;
import io.quarkus.qute.i18n.MessageBundle;

/** Words of the pages about plans. */
@MessageBundle("plan")
public interface PlanMessages {
    @Message("Plan of {name}")
    String node_title(String name);

    @Message(
            "What the daemon would do now, computed on the host a moment ago. Nothing is touched until somebody applies it.")
    String lead();

    @Message("Plan and journal")
    String open();

    @Message("Digest")
    String digest();

    @Message("Generation")
    String generation();

    @Message("Host seen")
    String seen();

    @Message("This spec would be refused")
    String refusal();

    @Message(
            "The way from this node to the portal runs over something that changes. Unless the portal is reached again in time, the node takes everything back by itself.")
    String way();

    @Message("Nothing to do: the host is as wanted")
    String nothing();

    @Message("Everything below was read back from the host.")
    String nothing_text();

    @Message("First, for several interfaces")
    String shared();

    @Message("In this order")
    String steps();

    @Message("Traffic")
    String traffic();

    @Message("Not ours, stays as it is")
    String untouched();

    @Message("file {path}")
    String stays_file(String path);

    @Message("file {path}, left by an earlier spec")
    String stays_old_file(String path);

    @Message("address {address} on {name}")
    String stays_address(String address, String name);

    @Message("interface {what}")
    String stays_interface(String what);

    @Message("Apply this plan")
    String apply();

    @Message(
            "One transaction: all of it is kept, or all of it is taken back. If spec or host changed since, it is refused and the new plan is shown.")
    String apply_text();

    @Message("Take back the last transaction")
    String rollback();

    @Message("The node then changes nothing by itself until there is a newer spec or a plan is applied.")
    String rollback_text();

    @Message("When somebody else changes an interface")
    String policy_title();

    @Message("Drift is always shown. It is repaired, or left for a person to decide.")
    String policy_text();

    @Message("Policy")
    String policy();

    @Message("Drift policy")
    String policy_link();

    @Message("as the tenant of each interface wants it")
    String policy_tenant();

    @Message("repair it")
    String policy_repair();

    @Message("only report it")
    String policy_report();

    @Message("Save policy")
    String policy_save();

    @Message("Journal of root actions")
    String journal();

    @Message("Nothing has been done on this host yet")
    String journal_none();

    @Message(
            "What the daemon did as root, the newest first. The whole record is on the node, in actions.jsonl of its state directory.")
    String journal_text();

    @Message("When")
    String at();

    @Message("What")
    String what();

    @Message("Exit")
    String exit();

    @Message("Took")
    String took();

    @Message("Plan")
    String plan();

    @Message("Detail")
    String detail();

    @Message("command")
    String kind_command();

    @Message("file written")
    String kind_file_written();

    @Message("file deleted")
    String kind_file_deleted();

    @Message("begun")
    String kind_begun();

    @Message("kept")
    String kind_committed();

    @Message("taken back")
    String kind_rolled_back();

    @Message("drift")
    String kind_drift();

    @Message("refused")
    String kind_refused();

    @Message("nothing to do")
    String verdict_nothing();

    @Message("changes")
    String verdict_change();

    @Message("refused")
    String verdict_refused();

    @Message("create")
    String fate_created();

    @Message("change")
    String fate_changed();

    @Message("delete")
    String fate_deleted();

    @Message("{subject} is new; what runs now is not touched")
    String effect_added(String subject);

    @Message("what flows over {subject} stops for a moment")
    String effect_interrupted(String subject);

    @Message("connections over {subject} end")
    String effect_interface_removed(String subject);

    @Message("connections over the address {subject} end")
    String effect_address_removed(String subject);

    @Message("the largest packet of {subject} changes; connections stay")
    String effect_packet_size(String subject);

    @Message("settings around {subject} change")
    String effect_settings(String subject);

    @Message("Plan of {name}")
    String partition_title(String name);

    @Message("Plan of all nodes")
    String partition_heading();

    @Message(
            "What each node of this partition would do, asked of the nodes just now. Nodes that would do the same stand together.")
    String partition_lead();

    @Message("Try other settings")
    String try_title();

    @Message("Nothing is saved: the nodes only say what they would do.")
    String try_text();

    @Message("Mode")
    String mode();

    @Message("as it is")
    String as_it_is();

    @Message("IP MTU")
    String ip_mtu();

    @Message("Ask the nodes")
    String ask();

    @Message("{#if n == 1}1 node{#else}{n} nodes{/if}")
    String nodes(int n);

    @Message("create {name}")
    String group_create(String name);

    @Message("change {name}")
    String group_change(String name);

    @Message("remove {name}")
    String group_remove(String name);

    @Message("nothing to do")
    String group_nothing();

    @Message("refused")
    String group_refused();

    @Message("not connected")
    String group_not_connected();

    @Message("no answer in time")
    String group_no_answer();

    @Message("the daemon is too old to make plans")
    String group_too_old();

    @Message("Steps on {name}")
    String example(String name);

    @Message("The partition has no members")
    String partition_none();

    @Message("Add nodes to it, and their plans appear here.")
    String partition_none_text();

    @Message("Drift of {name}")
    String tenant_title(String name);

    @Message(
            "What becomes of this tenant's interfaces when somebody changes them on a host. A node may have a policy of its own, which then counts.")
    String tenant_text();

    @Message("and {n} more")
    String and_more(int n);
}
