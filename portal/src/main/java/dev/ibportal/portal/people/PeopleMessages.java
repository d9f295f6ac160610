package dev.ibportal.portal.people;

import io.quarkus.qute.i18n.Message;
import io.quarkus.qute.i18n.MessageBundle;

/** Words of the pages about people and programs of a tenant. */
@MessageBundle("ppl")
public interface PeopleMessages {

    @Message("People")
    String title();

    @Message("People of {name}")
    String title_of(String name);

    @Message("Who may do what in this tenant. The same person can have other roles elsewhere.")
    String lead();

    @Message("All people")
    String all();

    @Message("Manage people")
    String manage();

    @Message("Nobody has a role here yet.")
    String none();

    @Message("operator")
    String role_operator();

    @Message("tenant admin")
    String role_tenant_admin();

    @Message("tenant member")
    String role_tenant_member();

    @Message("capacity planner")
    String role_planner();

    @Message("auditor")
    String role_auditor();

    @Message("changes everything of the tenant, and its people")
    String purpose_tenant_admin();

    @Message("reads what the tenant has")
    String purpose_tenant_member();

    @Message("sees what is left and asks for more")
    String purpose_planner();

    @Message("reads and exports the audit log")
    String purpose_auditor();

    @Message("Change roles")
    String roles_change();

    @Message("Roles of {login} in {name}")
    String roles_of(String login, String name);

    @Message("With nothing ticked the person has nothing to do with this tenant any more.")
    String roles_text();

    @Message("This takes roles away from {login}:")
    String taking_title(String login);

    @Message("{login} then has nothing to do with this tenant any more.")
    String taking_all(String login);

    @Message("Take away and save")
    String taking_do();

    @Message("Invite somebody")
    String invite_title();

    @Message("You get a link to pass on. Whoever opens it first joins the tenant; it works once.")
    String invite_text();

    @Message("For whom")
    String invite_note();

    @Message("A reminder for you, for example a name.")
    String invite_note_hint();

    @Message("Days it works")
    String invite_days();

    @Message("Make invitation")
    String invite_do();

    @Message("The invitation. It is shown only now:")
    String invite_link();

    @Message("Invitations")
    String invitations();

    @Message("Nobody was invited yet.")
    String invitations_none();

    @Message("Invited by")
    String invited_by();

    @Message("Expires")
    String expires();

    @Message("Accepted by")
    String accepted_by();

    @Message("open")
    String state_open();

    @Message("accepted")
    String state_accepted();

    @Message("revoked")
    String state_revoked();

    @Message("expired")
    String state_expired();

    @Message("Revoke")
    String revoke();

    @Message("Revoke this invitation?")
    String revoke_title();

    @Message("Its link does not work any more.")
    String revoke_text();

    @Message("Service accounts")
    String accounts_title();

    @Message("Service accounts of {name}")
    String accounts_of(String name);

    @Message("Programs that act for the tenant with tokens of their own. They belong to the "
            + "tenant and stay when people leave.")
    String accounts_lead();

    @Message("All service accounts")
    String accounts_all();

    @Message("Manage service accounts")
    String accounts_manage();

    @Message("There is no service account yet.")
    String accounts_none();

    @Message("In the audit log")
    String account_login();

    @Message("New service account")
    String account_new();

    @Message("Create service account")
    String account_create();

    @Message("Edit service account {name}")
    String account_edit(String name);

    @Message("Remove")
    String account_delete();

    @Message("Remove service account {name}?")
    String account_delete_title(String name);

    @Message("All its tokens stop working at once. Its history stays.")
    String account_delete_text();

    @Message("Tokens")
    String tokens();

    @Message("It has no token.")
    String tokens_none();

    @Message("Invitation to {name}")
    String offer_title(String name);

    @Message("{by} invites you to join this tenant as {role}.")
    String offer_text(String by, String role);

    @Message("You are logged in as {login}.")
    String offer_as(String login);

    @Message("Join the tenant")
    String offer_accept();

    @Message("Somebody else? Log out first, then open the link again.")
    String offer_other();

    @Message("I have an account")
    String offer_known();

    @Message("Log in and join")
    String offer_login();

    @Message("I am new here")
    String offer_new();

    @Message("Create account and join")
    String offer_create();

    @Message("This invitation does not work")
    String offer_over_title();

    @Message("It was used, revoked or has expired, or the link is not complete. Ask for a new one.")
    String offer_over_text();

    @Message("The two passwords differ.")
    String password_differ();
}
