package dev.ibportal.portal.overview;

import io.quarkus.qute.i18n.Message;
import io.quarkus.qute.i18n.MessageBundle;

/** Words of the overview. */
@MessageBundle("ovw")
public interface OverviewMessages {
    @Message("Overview")
    String title();

    @Message("Partitions")
    String partitions();

    @Message("Members in sync")
    String members();

    @Message("Nodes online")
    String nodes();

    @Message("Address pools")
    String pools();

    @Message("Addresses in use")
    String addresses();

    @Message("Fabrics")
    String fabrics();

    @Message("Tenants")
    String tenants();

    @Message("{n} of {all}")
    String of(int n, int all);

    @Message("What needs attention now")
    String wrong_title();

    @Message("Nothing is wrong: all that was wanted was read back.")
    String wrong_none();

    @Message("What")
    String what();

    @Message("Fabric {name}")
    String kind_fabric(String name);

    @Message("Isolation of {partition}")
    String kind_isolation(String partition);

    @Message("broken")
    String isolation_broken();

    @Message("Node {name}")
    String kind_node(String name);

    @Message("{node} in {partition}")
    String kind_member(String node, String partition);

    @Message("First steps")
    String steps_title();

    @Message("From nothing to the first working partition.")
    String steps_lead();

    @Message("Register the fabric")
    String step_fabric();

    @Message("Choose the node of the subnet manager, and see it running")
    String step_sm();

    @Message("Join the nodes")
    String step_node();

    @Message("Create a tenant and grant it nodes")
    String step_tenant();

    @Message("Give the tenant a partition")
    String step_partition();

    @Message("Give the partition a pool of addresses")
    String step_pool();

    @Message("Add members and watch them turn green")
    String step_member();

    @Message("done")
    String done();

    @Message("Nothing is wanted yet, so nothing can be wrong.")
    String wrong_nothing_yet();

    @Message("You have no role here any more")
    String nowhere_title();

    @Message(
            "You are logged in as {login}, but you belong to no tenant: your roles were taken away, or the tenant was removed. Ask an operator or an admin of your tenant to give you a role or an invitation.")
    String nowhere_text(String login);

    @Message("Removal: {what}")
    String kind_removal(String what);

    @Message("waits for approval")
    String removal_waits();
}
