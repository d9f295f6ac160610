package dev.ibportal.portal.platform.page;

import io.quarkus.qute.i18n.Message;
import io.quarkus.qute.i18n.MessageBundle;

/** What is refused most, in a sentence: beside the facts, which are in English. And the names of fields. */
@MessageBundle("flt")
public interface FaultMessages {
    /** Whether the facts are in another language than the page. */
    @Message("no")
    String foreign();

    @Message("This is not acceptable.")
    String e_invalid();

    @Message("A name is needed.")
    String e_name_blank();

    @Message("The name is too long.")
    String e_name_length();

    @Message("The name holds a character that nobody can see.")
    String e_name_character();

    @Message("This is no port GUID.")
    String e_guid();

    @Message("This is no IP address.")
    String e_ip();

    @Message("This is no network prefix.")
    String e_prefix();

    @Message("Host bits are set in this prefix.")
    String e_host_bits();

    @Message("This is no range of addresses.")
    String e_range();

    @Message("This does not lie in the prefix.")
    String e_outside();

    @Message("Two ranges overlap.")
    String e_range_overlap();

    @Message("The gateway is not an address of the prefix.")
    String e_gateway();

    @Message("This network cannot be given to interfaces.")
    String e_not_unicast();

    @Message("This is no PKey of a tenant.")
    String e_pkey();

    @Message("This is none of the choices.")
    String e_choice();

    @Message("This MTU is not possible.")
    String e_mtu();

    @Message("This password is not acceptable.")
    String e_password();

    @Message("There is one with this name already.")
    String e_exists();

    @Message("It is taken already.")
    String e_taken();

    @Message("It is not available.")
    String e_not_available();

    @Message("Not enough is free.")
    String e_full();

    @Message("The network overlaps another one.")
    String e_overlap();

    @Message("Your networks are too large for a node that is not yours alone.")
    String e_network_room();

    @Message("Nobody vouches for it that these are two people.")
    String e_not_vouched();

    @Message("It is the last full member; nobody cuts all others off alone.")
    String e_isolates();

    @Message("The port's own interface is not available.")
    String e_index0();

    @Message("It is a member already.")
    String e_already_member();

    @Message("It is still in use.")
    String e_in_use();

    @Message("It is being removed and stays as it is.")
    String e_being_removed();

    @Message("The present state does not allow this.")
    String e_conflict();

    @Message(
            "Somebody else changed it meanwhile. Your entries are kept below: compare them with the present state, then save again.")
    String e_stale();

    @Message("Your roles do not allow this.")
    String e_forbidden();

    @Message("It does not exist, or it is not yours to see.")
    String e_not_found();

    @Message("This is more than the portal takes at once.")
    String e_too_large();

    @Message("It is not possible at the moment.")
    String e_busy();

    @Message("The request cannot be read.")
    String e_unreadable();

    @Message("Name")
    String f_name();

    @Message("Description")
    String f_description();

    @Message("Tenant")
    String f_tenant();

    @Message("Fabric")
    String f_fabric();

    @Message("PKey")
    String f_pkey();

    @Message("Prefix")
    String f_prefix();

    @Message("Gateway")
    String f_gateway();

    @Message("Ranges")
    String f_ranges();

    @Message("Range")
    String f_range();

    @Message("Exclusions")
    String f_exclusions();

    @Message("Partition")
    String f_partition();

    @Message("Address")
    String f_address();

    @Message("Node")
    String f_node();

    @Message("Nodes")
    String f_nodes();

    @Message("Port")
    String f_port();

    @Message("Membership")
    String f_membership();

    @Message("Membership that forms suggest")
    String f_default_membership();

    @Message("Mode")
    String f_mode();

    @Message("MTU")
    String f_mtu();

    @Message("IP MTU")
    String f_ip_mtu();

    @Message("InfiniBand MTU")
    String f_ib_mtu();

    @Message("How many")
    String f_count();

    @Message("Note")
    String f_note();

    @Message("Log-in name")
    String f_login();

    @Message("Role")
    String f_role();

    @Message("Roles")
    String f_roles();

    @Message("Port GUID")
    String f_guid();

    @Message("Node of the subnet manager")
    String f_sm_node();

    @Message("First PKey")
    String f_pkey_first();

    @Message("Last PKey")
    String f_pkey_last();

    @Message("Rest of PKeys")
    String f_quarantine_seconds();

    @Message("Confirmation")
    String f_typed();

    @Message("Present password")
    String f_current_password();

    @Message("New password")
    String f_new_password();

    @Message("New password once more")
    String f_again();

    @Message("Password")
    String f_password();

    @Message("Partitions")
    String f_partitions();

    @Message("Addresses")
    String f_addresses();

    @Message("Time zone")
    String f_zone();

    @Message("Request")
    String f_request_id();

    @Message("Outcome")
    String f_outcome();

    @Message("History of")
    String f_within();

    @Message("Permissions")
    String f_scopes();

    @Message("Valid until")
    String f_expires_at();

    @Message("Days")
    String f_days();

    @Message("This is needed.")
    String e_missing();

    @Message("The quota of the tenant does not allow it.")
    String e_quota();

    @Message("The tenant is suspended; nothing of it is added, changed or removed until an operator resumes it.")
    String e_suspended();

    @Message("It is taken; choose another log-in name.")
    String e_login_taken();

    @Message(
            "A password needs 15 to 256 characters, of any kind, blanks too. A few words that do not belong together are easy to keep.")
    String e_password_length();

    @Message("This is a common password, or one with padding; guessers try it first.")
    String e_password_common();

    @Message("The password repeats itself, or is mostly a row of keys, letters or digits; guessers try that first.")
    String e_password_little();

    @Message("The password is made of names that guessers know: yours, or the portal's words.")
    String e_password_names();

    @Message("Confirmation")
    String f_confirm();

    @Message("Reason")
    String f_reason();

    @Message("Policy")
    String f_policy();

    @Message("Profile")
    String f_profile();

    @Message("Routes")
    String f_routes();

    @Message("DNS servers")
    String f_dns_servers();

    @Message("DNS search domains")
    String f_dns_search();

    @Message("Channels")
    String f_channels();

    @Message("Transmit queue length")
    String f_transmit_queue_length();

    @Message("Kind of subnet manager")
    String f_sm_kind();

    @Message("Roles for the whole portal")
    String f_portal_roles();

    @Message("The whole partition is asked without a single peer: choose whom it is asked from, or nobody here.")
    String e_whole_no_peer();

    @Message("Nobody has to reach itself: choose another member, or the interface alone.")
    String e_same_member();

    @Message("From")
    String f_from();

    @Message("To")
    String f_to();
}
