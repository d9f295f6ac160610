package dev.ibportal.portal.diagnose;

import io.quarkus.qute.i18n.Message;
import io.quarkus.qute.i18n.MessageBundle;

/** Words of the doctor. */
@MessageBundle("doc")
public interface DoctorMessages {
    @Message("Why does it not ping?")
    String title();

    @Message(
            "Looks at both ends and at the fabric, changes nothing, and names the first link that is broken. It takes up to 15 seconds.")
    String lead();

    @Message("From")
    String from();

    @Message("To")
    String to();

    @Message("The whole partition: each member to one that it is meant to reach")
    String whole();

    @Message("Its interface alone")
    String alone();

    @Message("Diagnose")
    String ask();

    @Message("Evidence as a file")
    String download();

    @Message("A partition without members has nothing to look at.")
    String no_members();

    @Message("No members yet")
    String no_members_title();

    @Message("no fault found")
    String sound();

    @Message("broken")
    String broken();

    @Message("cannot be told here")
    String untold();

    @Message("likely")
    String likely();

    @Message("Cause")
    String cause();

    @Message("What mends it")
    String fix();

    @Message("Fails because of it")
    String consequences();

    @Message("Broken on its own")
    String besides();

    @Message("The chain")
    String chain();

    @Message("Link")
    String link();

    @Message("Where")
    String place();

    @Message("Found")
    String found_is();

    @Message("Evidence")
    String evidence();

    @Message("What")
    String piece();

    @Message("Command or file")
    String source();

    @Message("Seen")
    String age();

    @Message("The partition has more pairs than can be asked at once; the rest was not looked at.")
    String cut();

    @Message("Add members")
    String do_add();

    @Message("Change the membership")
    String do_full();

    @Message("Plan of the node")
    String do_repair();

    @Message("Change the partition")
    String do_change();

    @Message("holds")
    String holds();

    @Message("fails")
    String fails();

    @Message("between them")
    String place_between();

    @Message("fabric")
    String place_fabric();

    @Message("Something fails, but why cannot be told from here.")
    String what_failed();

    @Message("Every link holds.")
    String all_well();

    @Message("Nothing broken was found, but {count} of the links could not be told.")
    String well_as_far(int count);

    @Message("no fault found, not all could be told")
    String sound_as_far();

    @Message("works, but something is broken")
    String at_risk();

    @Message("apart on purpose")
    String not_meant();

    @Message("Packets pass now, but something is broken that will matter:")
    String passes_but();

    @Message(
            "Both are limited members: they reach the full members, not each other. That is no fault; make one of them a full member if the two shall talk.")
    String apart();

    @Message("The daemon of {name} gave no answer, so nobody knows how things are there.")
    String silent(String name);

    @Message("The daemon of {name} gave no answer, so nobody knows how things are there; packets pass between the two.")
    String silent_but_passes(String name);

    @Message("Nothing broken was found, but {count} links could not be told, so this is not known to be well.")
    String what_is_missing(int count);

    @Message("See why the daemon of {name} is silent")
    String see_node(String name);

    @Message("Could not be told")
    String untold_heading();

    @Message("What fails")
    String failing();

    @Message("What this rests on")
    String rests_on();

    @Message("Pairs with a fault: {broken} of {pairs}. Cannot be told: {untold}. Apart on purpose: {apart}.")
    String counts(int broken, int pairs, int untold, int apart);

    @Message("All pairs")
    String summary();

    @Message("Pairs without a fault: {count}")
    String healthy(int count);

    @Message("Mode and MTU of {name}")
    String do_member(String name);

    @Message("Diagnose {name}")
    String of_member(String name);

    @Message("The hosts are being looked at …")
    String busy();

    @Message("Give addresses")
    String do_addresses();

    @Message("the node's daemon")
    String link_daemon();

    @Message("adapter and driver")
    String link_device();

    @Message("module")
    String link_module();

    @Message("link layer")
    String link_link_layer();

    @Message("physical link")
    String link_physical();

    @Message("port state")
    String link_state();

    @Message("subnet manager")
    String link_subnet_manager();

    @Message("PKey in table")
    String link_pkey();

    @Message("membership")
    String link_membership();

    @Message("interface")
    String link_interface();

    @Message("broadcast group")
    String link_carrier();

    @Message("mode")
    String link_mode();

    @Message("MTU")
    String link_mtu();

    @Message("address")
    String link_address();

    @Message("route")
    String link_route();

    @Message("neighbour")
    String link_neighbour();

    @Message("path")
    String link_path();

    @Message("packet filter")
    String link_filter();

    @Message("peer")
    String link_peer();

    @Message("reachable")
    String link_reachable();
}
