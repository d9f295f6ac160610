package dev.ibportal.portal.request;

import io.quarkus.qute.i18n.Message;
import io.quarkus.qute.i18n.MessageBundle;

/** Words for what people ask for and who decides it. */
@MessageBundle("req")
public interface RequestMessages {
    @Message("Requests")
    String title();

    @Message("What was asked for, what is held for it meanwhile, and what was decided.")
    String lead();

    @Message("No requests")
    String none();

    @Message(
            "Ask for a partition, or from a pool's page for more addresses. What a submitted request asks for is held until it is decided.")
    String none_text();

    @Message("Ask for a partition")
    String new_partition();

    @Message("Ask for addresses")
    String new_addresses();

    @Message("Title")
    String name();

    @Message("As the list of requests calls it.")
    String name_hint();

    @Message("What it is for; whoever decides reads this.")
    String reason_hint();

    @Message("Kind")
    String kind();

    @Message("Partition")
    String kind_partition();

    @Message("Addresses")
    String kind_addresses();

    @Message("Asked for by")
    String by();

    @Message("Asked for")
    String at();

    @Message("Held until")
    String held_until();

    @Message("Approvals")
    String approvals();

    @Message("{given} of {needed}")
    String approvals_of(int given, int needed);

    @Message("Decided by")
    String deciders();

    @Message("operators")
    String deciders_operator();

    @Message("operators, or administrators of the tenant")
    String deciders_tenant_admin();

    @Message("Name of the partition")
    String partition_name();

    @Message("Addresses")
    String addresses();

    @Message("How many addresses are to be held of the tenant's quota; 0 for none.")
    String addresses_quota_hint();

    @Message("How many addresses of pool {pool} are to be held, the lowest free ones.")
    String addresses_pool_hint(String pool);

    @Message("Submit")
    String submit();

    @Message("Keep as a draft")
    String draft();

    @Message("Withdraw")
    String withdraw();

    @Message("Approve")
    String approve();

    @Message("Deny")
    String deny();

    @Message("Comment")
    String comment();

    @Message("What whoever asked should know; for a comment and for a denial.")
    String said_hint();

    @Message("Your own request: somebody else decides it.")
    String mine();

    @Message("Nothing is held while it is a draft.")
    String draft_text();

    @Message("Approving gives up what is held and makes the partition in one step.")
    String approve_partition();

    @Message("Approving keeps the held addresses for the tenant.")
    String approve_addresses();

    @Message("What was said")
    String said();

    @Message("PKeys of {fabric}: {free} free now, {held} held for requests, this one's included.")
    String keys(String fabric, long free, long held);

    @Message("Draft")
    String draft_state();

    @Message("Waits for a decision")
    String submitted();

    @Message("Approved")
    String approved();

    @Message("Being set up")
    String provisioning();

    @Message("Ready")
    String ready();

    @Message("Being released")
    String releasing();

    @Message("Released")
    String released();

    @Message("Denied")
    String denied();

    @Message("Withdrawn")
    String withdrawn();

    @Message("Expired")
    String expired();

    @Message("Failed")
    String failed();

    @Message("approved")
    String said_approve();

    @Message("denied")
    String said_deny();

    @Message("commented")
    String said_comment();
}
