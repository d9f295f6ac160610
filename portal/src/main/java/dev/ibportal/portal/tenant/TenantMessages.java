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

    @Message("Act for this tenant")
    String act();

    @Message("It has no partition yet.")
    String no_partitions();
}
