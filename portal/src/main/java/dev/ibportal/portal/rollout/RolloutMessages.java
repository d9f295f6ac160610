package dev.ibportal.portal.rollout;

import io.quarkus.qute.i18n.Message;
import io.quarkus.qute.i18n.MessageBundle;

/** Words of the pages of rollouts. */
@MessageBundle("roll")
public interface RolloutMessages {
    @Message("Rollouts")
    String title();

    @Message(
            "Drivers come to a group of nodes in waves: a few first, then more, each watched for a while before the next. Too many failures halt it, and a failure in the first wave takes it back.")
    String lead();

    @Message("Plan a rollout")
    String new_one();

    @Message("No rollout yet")
    String empty_title();

    @Message("A plan changes nothing: it shows which node would be in which wave before anything begins.")
    String empty_text();

    @Message("Profile")
    String profile();

    @Message("Progress")
    String progress();

    @Message("{done} of {all} done")
    String done_of(int done, int all);

    @Message("{n} failed")
    String failed_n(int n);

    @Message("By")
    String by();

    @Message("Planned")
    String planned_at();

    @Message("Name")
    String name();

    @Message("Nodes")
    String nodes();

    @Message("Conditions as for which nodes fit: os=debian fabric=east name=gpu-* group!=storage. Empty: every node.")
    String selector_hint();

    @Message("every node")
    String every_node();

    @Message("Waves")
    String waves();

    @Message("Sizes apart by blanks, the first wave first: 1 10% 25%. The rest is the last wave.")
    String waves_hint();

    @Message("Watch each wave for (minutes)")
    String bake();

    @Message("Away at once")
    String unavailable();

    @Message("Nodes that may be away from their work at the same time: 2 or 10%. Never two of one redundancy group.")
    String unavailable_hint();

    @Message("Failures allowed")
    String budget();

    @Message("More than this halt the rollout: 0, 3 or 5%. One in the first wave is always too many.")
    String budget_hint();

    @Message("Hook")
    String hook();

    @Message("none")
    String no_hook();

    @Message("What moves work away from a node and lets it come back. Hooks are set up in the portal's configuration.")
    String hook_hint();

    @Message("Days")
    String days();

    @Message("mon tue wed thu fri sat sun; empty: every day.")
    String days_hint();

    @Message("From")
    String from();

    @Message("To")
    String to();

    @Message("Time zone")
    String zone();

    @Message("Leave the times empty for any hour. What was begun inside the window is finished.")
    String window_hint();

    @Message("Also nodes of which nobody can say whether the profile works")
    String even_unknown();

    @Message("Longest drain (minutes)")
    String drain_minutes();

    @Message("Longest install (minutes)")
    String install_minutes();

    @Message("Longest reboot (minutes)")
    String reboot_minutes();

    @Message("Plan it")
    String plan();

    @Message("What depends on these nodes")
    String blast();

    @Message("{memberships} memberships of {partitions} partitions, {tenants} tenants, {ports} ports")
    String blast_counts(int memberships, int partitions, int tenants, int ports);

    @Message("Window")
    String window();

    @Message("any hour")
    String any_hour();

    @Message("every day")
    String every_day();

    @Message("{n} min")
    String minutes(int n);

    @Message("First wave (canary)")
    String canary();

    @Message("Wave {n}")
    String wave(int n);

    @Message("Left out")
    String left_out();

    @Message("Attempt")
    String attempt();

    @Message("Groups")
    String groups();

    @Message("not connected")
    String offline();

    @Message("was drained before")
    String was_drained();

    @Message("Next step at")
    String next_at();

    @Message("Start")
    String start();

    @Message("Pause")
    String pause();

    @Message("Go on")
    String resume();

    @Message("Abort")
    String abort();

    @Message("Put the former driver back")
    String roll_back();

    @Message("Skip")
    String skip();

    @Message("Try again")
    String retry();

    @Message("Log")
    String log();

    @Message("All nodes")
    String log_all();

    @Message("Later lines")
    String log_more();

    @Message("From the beginning")
    String log_begin();

    @Message("Download")
    String log_download();

    @Message("Hold this page still")
    String log_hold();

    @Message("Follow again")
    String log_follow();

    @Message("Nothing was said yet.")
    String log_empty();

    @Message("planned")
    String s_planned();

    @Message("running")
    String s_running();

    @Message("paused")
    String s_paused();

    @Message("halted")
    String s_halted();

    @Message("going back")
    String s_rolling_back();

    @Message("rolled back")
    String s_rolled_back();

    @Message("aborting")
    String s_aborting();

    @Message("aborted")
    String s_aborted();

    @Message("done")
    String s_done();

    @Message("waiting")
    String n_waiting();

    @Message("package is there")
    String n_ready();

    @Message("fetching")
    String n_staging();

    @Message("draining")
    String n_draining();

    @Message("checking")
    String n_checking();

    @Message("installing")
    String n_installing();

    @Message("rebooting")
    String n_rebooting();

    @Message("validating")
    String n_validating();

    @Message("going back")
    String n_going_back();

    @Message("giving back")
    String n_returning();

    @Message("done")
    String n_done();

    @Message("failed, former driver works")
    String n_failed();

    @Message("no working driver known")
    String n_broken();

    @Message("rolled back")
    String n_rolled_back();

    @Message("skipped")
    String n_skipped();
}
