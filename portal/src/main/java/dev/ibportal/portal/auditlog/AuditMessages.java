package dev.ibportal.portal.auditlog;

import io.quarkus.qute.i18n.Message;
import io.quarkus.qute.i18n.MessageBundle;

/** Words of the audit pages. */
@MessageBundle("aud")
public interface AuditMessages {
    @Message("Audit log")
    String title();

    @Message(
            "Who did what, for whom and when. Events are written together with the change they tell of, and are never edited.")
    String lead();

    @Message("No events")
    String empty_title();

    @Message("Time")
    String at();

    @Message("Who")
    String actor();

    @Message("Action")
    String action();

    @Message("Object")
    String object();

    @Message("Tenant")
    String tenant();

    @Message("Outcome")
    String outcome();

    @Message("done")
    String success();

    @Message("denied")
    String denied();

    @Message("failed")
    String failed();

    @Message("From")
    String source();

    @Message("Request")
    String request();

    @Message("Before")
    String before();

    @Message("After")
    String after();

    @Message("Export as CSV")
    String export();

    @Message("Exactly the events of these filters.")
    String export_hint();

    @Message("From")
    String from();

    @Message("Until")
    String to();

    @Message("Object, person or request")
    String search();

    @Message("Seals and verification")
    String seals();

    @Message(
            "After the commit every event gets its number, without gaps, and blocks of numbers are signed. A check reads the whole log and says where anything was removed, changed, swapped or cut off.")
    String seals_lead();

    @Message("Sealed up to")
    String sealed_until();

    @Message("Nothing is sealed yet")
    String nothing_sealed();

    @Message("Head of the chain")
    String head();

    @Message("Events not sealed yet")
    String unsealed();

    @Message("Signing key")
    String key();

    @Message("Heads are written down in")
    String anchor_file();

    @Message("Verify the whole log")
    String verify();

    @Message("Make a new key")
    String rotate();

    @Message("Checks")
    String checks();

    @Message("Nobody has verified the log yet")
    String no_checks_title();

    @Message("A check takes some seconds for a million events.")
    String no_checks_text();

    @Message("running")
    String check_running();

    @Message("Look again")
    String check_again();

    @Message(
            "against {heads} heads that were written down outside the database, the keys on disk, and the database's guards")
    String check_against(long heads);

    @Message(
            "These events have no number and no proof yet; the next block takes them, unless a transaction is still open.")
    String unsealed_hint();

    @Message("whole")
    String check_whole();

    @Message("not whole")
    String check_broken();

    @Message("Checked")
    String check_counts();

    @Message("Dropped by retention")
    String dropped();

    @Message("Finding")
    String finding();

    @Message("Where")
    String where();

    @Message("Seal")
    String seal();

    @Message("number {number}")
    String number_of(long number);

    @Message("sealed")
    String is_sealed();

    @Message("not sealed yet")
    String not_sealed();

    @Message("On behalf of")
    String behalf();

    @Message("Kind of object")
    String object_kind();

    @Message("Id of the object")
    String object_id();

    @Message("Time zone of days")
    String zone();

    @Message("Saved filters")
    String saved();

    @Message("Save this view")
    String save_view();

    @Message("History")
    String history();

    @Message("All events of this object")
    String history_all();

    @Message("number {number}, block {block}")
    String sealed_number(long number, long block);

    @Message("{events} events in {blocks} blocks; {unsealed} not sealed yet")
    String check_numbers(long events, long blocks, long unsealed);

    @Message("{month}: {events} events")
    String dropped_month(String month, long events);

    @Message("Delete the saved filter {name}")
    String delete_saved(String name);

    @Message("Keys")
    String keys();

    @Message(
            "Exports are signed. Whoever checks one gives the command the key that was in use when it was made. Each key vouches for the next one, never for one before it.")
    String keys_lead();

    @Message("First signed")
    String key_since();

    @Message("Last signed")
    String key_until();

    @Message("Vouched for by")
    String key_by();

    @Message("signs now")
    String key_signs();

    @Message("nobody: it is the first key")
    String key_first();

    @Message("nothing yet")
    String key_unused();

    @Message(
            "A new key signs from the next block on. The present one vouches for it, and its file stays with the others.")
    String rotate_next();

    @Message(
            "Exports of before stay whole with the key of their time. Auditors who trust an older key trust the new one too; who learns only the new one cannot check older exports.")
    String rotate_auditors();

    @Message("This cannot be taken back.")
    String rotate_final();

    @Message("Present key")
    String rotate_present();

    @Message("partition")
    String k_partition();

    @Message("member")
    String k_member();

    @Message("pool")
    String k_pool();

    @Message("address")
    String k_address();

    @Message("node")
    String k_node();

    @Message("port")
    String k_port();

    @Message("fabric")
    String k_fabric();

    @Message("tenant")
    String k_tenant();

    @Message("person")
    String k_user();

    @Message("session")
    String k_session();

    @Message("token")
    String k_token();

    @Message("invitation")
    String k_invitation();

    @Message("service account")
    String k_service_account();

    @Message("removal request")
    String k_removal_request();

    @Message("address asked for")
    String k_endpoint();

    @Message("audit log")
    String k_audit();

    @Message("More filters")
    String more_filters();

    @Message("History of (kind:id)")
    String within();

    @Message("How long events are kept")
    String kept_title();

    @Message("The present month and {months} before it. Older months are dropped whole, and the log tells of it.")
    String kept_months(int months);

    @Message("For ever: no retention is set.")
    String kept_ever();

    @Message("Months in the log")
    String months_here();
}
