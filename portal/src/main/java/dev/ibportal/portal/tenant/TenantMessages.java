package dev.ibportal.portal.tenant;

import io.quarkus.qute.i18n.Message;
import io.quarkus.qute.i18n.MessageBundle;

/** Words of the pages about tenants. */
@MessageBundle("ten")
public interface TenantMessages {
    @Message("Tenants")
    String title();

    @Message("Whom partitions, pools and addresses belong to. A tenant sees only what is its own.")
    String lead();

    @Message("New tenant")
    String new_one();

    @Message("No tenants yet")
    String empty_title();

    @Message("Create the first tenant, then grant it the nodes it may use.")
    String empty_text();

    @Message("Granted nodes")
    String nodes();

    @Message("Partitions")
    String partitions();

    @Message("New tenant")
    String create_title();

    @Message("Create tenant")
    String create();

    @Message("Edit tenant {name}")
    String edit_title(String name);

    @Message("Unique among all tenants.")
    String name_hint();

    @Message("Nodes it may use")
    String granted_title();

    @Message("No nodes are granted")
    String granted_none_title();

    @Message("Grant nodes, so that the tenant can add them to its partitions.")
    String granted_none_text();

    @Message("Grant nodes")
    String grant();

    @Message("Grant nodes to {name}")
    String grant_title(String name);

    @Message("Grant selected nodes")
    String grant_do();

    @Message("All nodes are granted already, or there are none.")
    String grant_none();

    @Message("Withdraw")
    String revoke();

    @Message("Withdraw {node} from {name}?")
    String revoke_title(String node, String name);

    @Message("The tenant cannot use the node any more. Refused while it has a member or an address there.")
    String revoke_text();

    @Message("Withdraw node")
    String revoke_do();

    @Message("Show only this tenant")
    String narrow();

    @Message("Act for this tenant")
    String act();

    @Message("It has no partition yet.")
    String no_partitions();

    @Message("Addresses")
    String addresses();

    @Message("This tenant is suspended.")
    String suspended_title();

    @Message("Everything stays as it is; nothing is added, changed or removed.")
    String suspended_text();

    @Message("Reason:")
    String suspended_because();

    @Message("This tenant is being removed.")
    String leaving_title();

    @Message("Its keys and addresses are free when they are proven absent.")
    String leaving_text();

    @Message("This tenant is gone; its history stays.")
    String gone_text();

    @Message("Quotas")
    String quotas_title();

    @Message("Change quotas")
    String quotas_edit();

    @Message("Quotas of {name}")
    String quotas_edit_title(String name);

    @Message("Empty means no limit. A limit below what is used takes nothing away; there is only nothing more.")
    String quotas_text();

    @Message("What")
    String quota_kind();

    @Message("Used")
    String quota_used();

    @Message("no limit")
    String quota_none();

    @Message("{n} used now")
    String quota_used_now(long n);

    @Message("Suspend or remove")
    String life_title();

    @Message("Suspending stops everything new and keeps everything. Removing takes away all the tenant has.")
    String life_text();

    @Message("Suspend")
    String suspend();

    @Message("Suspend {name}?")
    String suspend_title(String name);

    @Message("Its people can still read everything. Nothing can be added, changed or removed "
            + "until it is resumed; what runs goes on running.")
    String suspend_text();

    @Message("Reason")
    String suspend_reason();

    @Message("The tenant's people see it.")
    String suspend_reason_hint();

    @Message("Resume")
    String resume();

    @Message("Remove tenant")
    String delete();

    @Message("Remove {name}?")
    String delete_title(String name);

    @Message("All members leave their partitions now. Keys and addresses are free only when "
            + "fabric and nodes were read back without them. Its history stays. This cannot be undone.")
    String delete_text();

    @Message("What it owns")
    String delete_owns();

    @Message("Partitions: {n}")
    String delete_partitions(int n);

    @Message("Members: {n}")
    String delete_members(int n);

    @Message("Addresses: {n}, in {pools} pools")
    String delete_addresses(long n, int pools);

    @Message("Granted nodes: {n}")
    String delete_nodes(int n);

    @Message("People who lose their roles: {n}")
    String delete_people(int n);

    @Message("Service accounts that end: {n}")
    String delete_accounts(int n);

    @Message("Open invitations: {n}")
    String delete_invitations(int n);

    @Message("Node {node} is not online: what is on it stays taken until it was read back.")
    String delete_kept(String node);

    @Message("Type the tenant's name to confirm")
    String delete_type();

    @Message("Remove tenant for good")
    String delete_do();
}
