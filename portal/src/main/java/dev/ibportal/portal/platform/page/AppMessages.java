package dev.ibportal.portal.platform.page;

import io.quarkus.qute.i18n.Message;
import io.quarkus.qute.i18n.MessageBundle;

/** Words of the shell and of what all pages share. */
@MessageBundle("app")
public interface AppMessages {
    @Message("IPoIB cluster portal")
    String product();

    @Message("Skip to content")
    String skip();

    @Message("Main")
    String nav_label();

    @Message("Overview")
    String nav_overview();

    @Message("Partitions")
    String nav_partitions();

    @Message("Address pools")
    String nav_pools();

    @Message("Nodes")
    String nav_nodes();

    @Message("Fabrics")
    String nav_fabrics();

    @Message("Capacity")
    String nav_capacity();

    @Message("Requests")
    String nav_requests();

    @Message("Drivers")
    String nav_drivers();

    @Message("Tenants")
    String nav_tenants();

    @Message("Tenant")
    String nav_tenant();

    @Message("Audit log")
    String nav_audit();

    @Message("Settings")
    String nav_settings();

    @Message("You are here")
    String crumbs_label();

    @Message("Tenant")
    String tenant();

    @Message("All tenants")
    String all_tenants();

    @Message("Acting for {name}. Choose another tenant")
    String acting_for(String name);

    @Message("Language")
    String language();

    @Message("Appearance")
    String theme();

    @Message("As the system")
    String theme_system();

    @Message("Light")
    String theme_light();

    @Message("Dark")
    String theme_dark();

    @Message("Account of {name}")
    String account_of(String name);

    @Message("Log out")
    String log_out();

    @Message("{n} s ago")
    String age_seconds(String n);

    @Message("{n} min ago")
    String age_minutes(String n);

    @Message("{n} h ago")
    String age_hours(String n);

    @Message("{n} d ago")
    String age_days(String n);

    @Message("never")
    String never();

    @Message("not known")
    String not_known();

    @Message("Save")
    String save();

    @Message("Cancel")
    String cancel();

    @Message("Edit")
    String edit();

    @Message("Delete")
    String delete();

    @Message("Remove")
    String remove();

    @Message("Details")
    String details();

    @Message("Search")
    String search();

    @Message("Apply filters")
    String filter();

    @Message("Clear filters")
    String clear_filters();

    @Message("Any")
    String any();

    @Message("Entries on this page: {n}")
    String rows_shown(int n);

    @Message("First page")
    String first_page();

    @Message("Next page")
    String next_page();

    @Message("Pages of this list")
    String pages_label();

    @Message("Sort by {column}, ascending")
    String sort_ascending(String column);

    @Message("Sort by {column}, descending")
    String sort_descending(String column);

    @Message("Nothing matches these filters.")
    String nothing_matches();

    @Message("The entries could not be saved")
    String error_summary();

    @Message("This did not work")
    String error_question();

    @Message("Copy")
    String copy();

    @Message("Copied")
    String copied();

    @Message("Updates itself")
    String live_on();

    @Message("Updates every few seconds")
    String live_polling();

    @Message("Yes")
    String yes();

    @Message("No")
    String no();

    @Message("used {used} of {total}")
    String used_of(String used, String total);

    @Message("Name")
    String name();

    @Message("Description")
    String description();

    @Message("State")
    String state();

    @Message("Reason")
    String reason();

    @Message("Seen")
    String seen();

    @Message("Since")
    String since();

    @Message("Created")
    String created();

    @Message("Actions")
    String actions();

    @Message("Saved.")
    String done_saved();

    @Message("Tried just now; the verdicts are below.")
    String done_tried();

    @Message("Created.")
    String done_created();

    @Message("Removed.")
    String done_removed();

    @Message("{name} was removed.")
    String done_removed_named(String name);

    @Message("Being removed. It is free again when its absence was read back.")
    String done_leaving();

    @Message("{name} is being removed. It is free again when its absence was read back.")
    String done_leaving_named(String name);

    @Message("Taken. Addresses are in the list below.")
    String done_taken();

    @Message("Not understood")
    String fault_request();

    @Message("Correct the request and send it again.")
    String fault_request_step();

    @Message("Not allowed")
    String fault_forbidden();

    @Message("Ask an operator, or an admin of the tenant, for the role that you need.")
    String fault_forbidden_step();

    @Message("Not found")
    String fault_missing();

    @Message("Check the address, or ask an operator whether you should be able to see it.")
    String fault_missing_step();

    @Message("Not possible in the present state")
    String fault_conflict();

    @Message("Look at the present state, resolve what stands in the way, and try again.")
    String fault_conflict_step();

    @Message("Changed meanwhile")
    String fault_stale();

    @Message("Open the page again and repeat the change.")
    String fault_stale_step();

    @Message("Not possible at the moment")
    String fault_busy();

    @Message("Wait a moment and try again.")
    String fault_busy_step();

    @Message("Something went wrong")
    String fault_internal();

    @Message("Try again; if it happens again, give the request number to an operator.")
    String fault_internal_step();

    @Message("Request number")
    String request_number();

    @Message("Back to the overview")
    String to_overview();

    @Message("The session has ended; that browser is logged out.")
    String done_ended();

    @Message("The password was changed, and all your other sessions have ended.")
    String done_password();

    @Message("Show password")
    String show_password();

    @Message("The form got old")
    String old_form();

    @Message(
            "It was open for too long, or in another session. Nothing was changed, and what you typed is still here: look at it and send it again.")
    String old_form_send_step();

    @Message(
            "It was open for too long, or in another session. Nothing was changed. Open the page again and fill in the form there.")
    String old_form_open_step();

    @Message("Send again")
    String old_form_send();

    @Message("Open the page again")
    String old_form_open();

    @Message("You have joined {name}.")
    String done_joined(String name);

    @Message("{name} is suspended since {when}.")
    String suspended(String name, String when);

    @Message("Everything stays as it is; nothing is added, changed or removed until an operator resumes it.")
    String suspended_text();
}
