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

    @Message("No other live partition of the fabric has the key.")
    String d_key_unique();

    @Message("Another live partition of the fabric has the same key.")
    String d_key_twice();

    @Message("{first} ports that are no members have the key in their tables.")
    String d_foreign(String first);

    @Message("No other port has the key in its table; all registered ports were read.")
    String d_no_foreign();

    @Message("{first} ports are full members of the default partition, and reach each other in it.")
    String d_default_full(String first);

    @Message("The fabric is set to make ports full members of the default partition.")
    String d_default_set();

    @Message("The subnet manager has not confirmed the configuration that makes ports limited members.")
    String d_not_confirmed();

    @Message("Every port but the subnet manager's is a limited member at most; all registered ports were read.")
    String d_limited();

    @Message("No port is registered on the fabric.")
    String d_no_port();

    @Message("Not every port's table was read lately.")
    String d_unread();

    @Message(
            "Nobody has tried to get out of it yet. A ping across partitions does, with two members in sync here and in another partition of the fabric.")
    String d_never_tried();

    @Message("A ping inside one of the two partitions did not pass beside the try.")
    String d_framed();

    @Message("A ping into another partition was answered by a host that is in both, which may answer for itself.")
    String d_for_itself();

    @Message("A ping from the partition into another one of the fabric was answered.")
    String d_answered();

    @Message(
            "A ping into another partition of the fabric was not answered, while pings inside both were, before and after it.")
    String d_silent();

    @Message("A ping into another partition was not answered; that was more than {first} hours ago: try again.")
    String d_silent_old(String first);

    @Message("Fewer than two of its members are in sync with an IPv4 address.")
    String d_too_few();

    @Message("There is no other partition here that could be tried against.")
    String d_no_other();

    @Message(
            "Nobody has said whether they are set: the daemon on the subnet manager's host tells it from OpenSM's options file (sm.options-file).")
    String d_keys_unsaid();

    @Message(
            "{first}: not set, or the value that everybody knows. Set other values in OpenSM's options file and restart it.")
    String d_keys_open(String first);

    @Message("{first}: OpenSM's options file could not be read or understood; look at it on its host.")
    String d_keys_unreadable(String first);

    @Message("{first} are set in the options file that OpenSM reads at its start.")
    String d_keys_set(String first);

    @Message("{first} are set in the options file, as was said too long ago to be sure of now.")
    String d_keys_set_old(String first);

    @Message(
            "Your tries go into other partitions of this tenant only. An operator's go into those of other tenants too.")
    String own_only();

    @Message("{packets} packets each: from {from} to {to}, which must not answer; to {inside}, which must.")
    String course(int packets, String from, String to, String inside);

    @Message("a host in another tenant's partition")
    String course_foreign();
}
