package dev.ibportal.portal.account;

import io.quarkus.qute.i18n.Message;
import io.quarkus.qute.i18n.MessageBundle;

/** Words of the log-in, the settings and the people. */
@MessageBundle("acct")
public interface AccountMessages {
    @Message("Log in")
    String login_title();

    @Message("Name")
    String login();

    @Message("Password")
    String password();

    @Message("Log in")
    String login_do();

    @Message("This name and password do not belong together.")
    String login_wrong();

    @Message("Too many tries. Try again in {seconds} s.")
    String login_many(String seconds);

    @Message("You are logged out.")
    String logged_out();

    @Message("Forgotten? An operator can give you a new one-time password.")
    String login_help();

    @Message("Settings")
    String settings();

    @Message("You")
    String you();

    @Message("Roles")
    String roles();

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

    @Message("whole portal")
    String everywhere();

    @Message("{role}, {where}")
    String role_at(String role, String where);

    @Message("Time zone")
    String zone();

    @Message("For example Europe/Berlin or Asia/Shanghai. Empty: as the browser says.")
    String zone_hint();

    @Message("\"{zone}\" is no time zone; Asia/Shanghai and Europe/Berlin are.")
    String zone_wrong(String zone);

    @Message("Change password")
    String password_title();

    @Message("Present password")
    String password_old();

    @Message("New password")
    String password_new();

    @Message("New password once more")
    String password_again();

    @Message(
            "At least 15 characters of any kind, blanks too: a few words that do not belong together. All your other sessions end.")
    String password_hint();

    @Message("Revoke my {count} personal tokens too")
    String password_tokens(int count);

    @Message(
            "Programs that use a token go on working with a new password. Revoke them if somebody else may know the old password or may have made a token; each can be revoked alone in the settings.")
    String password_tokens_hint();

    @Message("The two new passwords differ.")
    String password_differ();

    @Message("Change password")
    String password_do();

    @Message("Your password is for one log-in only. Choose your own now.")
    String password_must();

    @Message("Personal tokens")
    String tokens_title();

    @Message(
            "For programs that use the API in your name. A token can do what you can do, or the part of it that you tick.")
    String tokens_lead();

    @Message("What it is for")
    String token_name();

    @Message("Days it works")
    String token_days();

    @Message("May")
    String token_scopes();

    @Message("everything its owner may")
    String token_all();

    @Message("Narrow it down")
    String token_narrow();

    @Message("With nothing ticked the token may do all that its owner may, also what is added later.")
    String token_narrow_hint();

    @Message("Make token")
    String token_make();

    @Message("The new token. It is shown only now:")
    String token_shown();

    @Message("Begins with")
    String token_prefix();

    @Message("Expires")
    String token_expires();

    @Message("Last used")
    String token_used();

    @Message("You have no token.")
    String token_none();

    @Message("Revoke")
    String token_revoke();

    @Message("Revoke token {name}?")
    String token_revoke_title(String name);

    @Message("Programs that use it are refused at once.")
    String token_revoke_text();

    @Message("People")
    String users_title();

    @Message("Local accounts and what they may do.")
    String users_lead();

    @Message("New person")
    String user_new();

    @Message("Full name")
    String user_name();

    @Message("Role")
    String user_role();

    @Message("Tenant")
    String user_tenant();

    @Message("Needed for a tenant's admin or member; an operator is one for the whole portal.")
    String user_tenant_hint();

    @Message("Create person")
    String user_create();

    @Message("has to change the password")
    String user_must_change();

    @Message("That is not your present password.")
    String password_wrong();

    @Message("One-time password of {login}. It is shown only now:")
    String user_fresh(String login);

    @Message("Open sessions")
    String sessions_title();

    @Message("Open sessions of {login}")
    String sessions_of(String login);

    @Message("Browsers that are logged in. Ending a session logs that browser out at once.")
    String sessions_lead();

    @Message("No session is open.")
    String sessions_none();

    @Message("Browser")
    String session_device();

    @Message("Address")
    String session_address();

    @Message("Logged in by")
    String session_by();

    @Message("password")
    String session_by_password();

    @Message("Since")
    String session_since();

    @Message("Last used")
    String session_seen();

    @Message("this one")
    String session_current();

    @Message("End")
    String session_end();

    @Message("End the session of {device} at {address}")
    String session_end_named(String device, String address);

    @Message("End all others")
    String sessions_end_others();

    @Message("End all sessions")
    String sessions_end_all();

    @Message("Sessions")
    String sessions_link();

    @Message("Log in with {provider}")
    String provider_do(String provider);

    @Message("or with a local account")
    String provider_or();

    @Message("{provider} cannot be reached at the moment. A local account works.")
    String provider_down(String provider);

    @Message("The log-in with {provider} did not work. Try again; if it fails again, tell an operator.")
    String provider_refused(String provider);

    @Message("{provider} knows you, but you have no role in this portal. Ask an operator for one.")
    String provider_norole(String provider);

    @Message("Logging out at {provider} too")
    String provider_bye(String provider);

    @Message("You are logged out here. If the page does not go on by itself:")
    String provider_bye_text();

    @Message("Log out at {provider}")
    String provider_bye_do(String provider);

    @Message("New one-time password")
    String reset_title();

    @Message(
            "For somebody who has lost the password: all their sessions end, and the password that is shown then has to be changed at the next log-in.")
    String reset_text();

    @Message("Make a one-time password")
    String reset_do();

    @Message("Nobody vouches for this person yet")
    String vouch_title();

    @Message(
            "The account began with an invitation that somebody of a tenant had made, and could be that person's second one. Until an operator vouches for it, it is nobody's second person where removals need one.")
    String vouch_text();

    @Message("I know this person")
    String vouch_do();

    @Message("Disable this account")
    String disable_title();

    @Message("Nobody logs in with it any more, its sessions end, and its tokens do not work until it is enabled again.")
    String disable_text();

    @Message("Disable")
    String disable_do();

    @Message("disabled")
    String disabled_title();

    @Message("Enable")
    String enable_do();

    @Message("Please choose")
    String choose();

    @Message("Choose a role.")
    String role_missing();

    @Message("Choose a tenant, or the whole portal.")
    String tenant_missing();

    @Message("Roles in tenants")
    String roles_in_tenants();

    @Message("None.")
    String roles_none();

    @Message("Roles for the whole portal")
    String roles_everywhere();

    @Message("These count for every tenant. Nobody changes their own, and one operator always stays.")
    String roles_everywhere_text();

    @Message("Save roles")
    String roles_save();

    @Message("Your session has ended. Log in to go on where you were.")
    String session_ended();

    @Message(
            "Your session has ended before this was saved. Log in, and the page with the form opens again; what you typed is usually still there when you go back in the browser.")
    String session_ended_form();

    @Message("Your account is made. Log in with it to go on.")
    String account_made();

    @Message("At least 1 day, at most {most}.")
    String days_wrong(int most);
}
