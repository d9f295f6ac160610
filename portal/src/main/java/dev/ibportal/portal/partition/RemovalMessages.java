package dev.ibportal.portal.partition;

import io.quarkus.qute.i18n.Message;
import io.quarkus.qute.i18n.MessageBundle;

/** Words for what a change does to the live fabric, and for removals that somebody has to approve. */
@MessageBundle("rem")
public interface RemovalMessages {
    @Message("What this does to the live fabric")
    String diff_title();

    @Message("Preview")
    String diff_do();

    @Message("Nothing changes on the fabric: the subnet manager does not sweep for this.")
    String diff_no_sweep();

    @Message("Sweeps of the whole fabric that this takes: {n}.")
    String diff_sweeps(int n);

    @Message("{n} changes that wait already go with them.")
    String diff_with_others(int n);

    @Message("The subnet manager was last heard of {age}.")
    String diff_sm_seen(String age);

    @Message("Nothing was ever heard of the subnet manager.")
    String diff_sm_never();

    @Message("The ports show already what is wanted; members that stay as they are: {n}.")
    String diff_none(int n);

    @Message("Members that stay as they are: {n}.")
    String diff_stay(int n);

    @Message("What happens")
    String diff_what();

    @Message("In the port table")
    String diff_live();

    @Message("Afterwards")
    String diff_wanted();

    @Message("Read")
    String diff_read();

    @Message("gets the PKey")
    String diff_added();

    @Message("loses the PKey")
    String diff_goes();

    @Message("changes membership")
    String diff_changed();

    @Message("not one of ours")
    String diff_foreign();

    @Message("is leaving already")
    String diff_leaving();

    @Message("not known")
    String diff_not_known();

    @Message("stays, untouched")
    String diff_untouched();

    @Message("Ports of nodes that are not yours and have this PKey without being members: {n}.")
    String diff_hidden(int n);

    @Message("On this fabric somebody else has to approve a removal. Nothing is removed before that.")
    String diff_approval();

    @Message("Ask for the removal")
    String ask();

    @Message(
            "It is on its way: the key leaves the ports' tables and the interfaces go; addresses and key are given to others only when both are proven absent. How far that is shows the partition:")
    String approved_text();

    @Message("Removals to approve")
    String title();

    @Message(
            "On fabrics whose operator wants it so, members and partitions are removed after a second person has looked.")
    String lead();

    @Message("Nobody asked for a removal")
    String none();

    @Message("Here you see what waits for an approval, and what was decided.")
    String none_text();

    @Message("What goes")
    String what();

    @Message("Asked for by")
    String by();

    @Message("Asked for")
    String at();

    @Message("Can be approved until")
    String until();

    @Message("Decided by")
    String decided();

    @Message("Remove {what}")
    String one(String what);

    @Message("You asked for it: somebody else has to approve it.")
    String mine();

    @Message(
            "Approving removes it at once. If what is shown above has changed by then, nothing happens and you see the new state.")
    String decide();

    @Message("Approve and remove")
    String approve();

    @Message("Deny")
    String deny();

    @Message("Withdraw")
    String withdraw();

    @Message("waits for approval")
    String waiting();

    @Message("approved")
    String approved();

    @Message("denied")
    String denied();

    @Message("withdrawn")
    String withdrawn();

    @Message("expired")
    String expired();

    @Message("Removals here that wait for somebody to approve them: {n}.")
    String some_wait(int n);

    @Message("removal waits for approval")
    String row_waits();
}
