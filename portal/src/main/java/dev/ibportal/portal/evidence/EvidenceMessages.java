package dev.ibportal.portal.evidence;

import io.quarkus.qute.i18n.Message;
import io.quarkus.qute.i18n.MessageBundle;

/** Words of isolation evidence. */
@MessageBundle("evid")
public interface EvidenceMessages {
    @Message("Isolation evidence")
    String title();

    @Message("What the portal has seen itself. What it has not seen, or long ago, is not verified and proves nothing.")
    String lead();

    @Message("Ping across partitions")
    String probe();

    @Message("Export")
    String export();

    @Message("Check")
    String check();

    @Message("About")
    String subject();

    @Message("Verdict")
    String verdict();

    @Message("Seen")
    String seen();

    @Message("proved")
    String proved();

    @Message("broken")
    String broken();

    @Message("not verified")
    String not_verified();

    @Message("Key is unique on the fabric")
    String keys_unique();

    @Message("Default partition is limited")
    String default_limited();

    @Message("No foreign members")
    String no_foreign_members();

    @Message("Keys of the subnet manager are set")
    String sm_keys();

    @Message("No ping gets through")
    String negative_ping();

    @Message("No partitions")
    String none_title();

    @Message("There is nothing to keep apart yet.")
    String none_text();
}
