package dev.ibportal.portal.foundconf;

import io.quarkus.qute.i18n.Message;
import io.quarkus.qute.i18n.MessageBundle;

/** Words of the pages that take over a partitions.conf. */
@MessageBundle("conf")
public interface FoundConfMessages {
    @Message("Take over a partitions.conf: {name}")
    String title(String name);

    @Message("Take over a file")
    String to_page();

    @Message(
            "Paste the file that the subnet manager uses now. It is read line by line for what OpenSM makes of it and shown; nothing is changed before you say so.")
    String lead();

    @Message(
            "Best done before a node is named as the subnet manager of this fabric: from then on the portal writes that file.")
    String before();

    @Message(
            "This fabric has a subnet manager that the portal tells. While its file was written by hand and gives keys that are not taken over yet, the daemon beside it refuses to replace it, and the file stays in force.")
    String managed();

    @Message("Replace the file without taking it over")
    String replace();

    @Message(
            "Ports lose at once the keys that only the file by hand gives them. What talks over those keys now is cut off.")
    String replace_text();

    @Message("Type the name of the fabric")
    String replace_type();

    @Message("Replace the file")
    String replace_do();

    @Message("Content of the file")
    String text();

    @Message("Up to 64 KiB here. The API takes up to 2 MiB: POST /api/v1/fabrics/…/found-conf/preview.")
    String text_hint();

    @Message("Gets the partitions that you choose. For several tenants do it several times.")
    String tenant_hint();

    @Message("Show what it would become")
    String look();

    @Message(
            "OpenSM refuses this whole file: today every port is a full member of the default partition, and none of these partitions is in force.")
    String opens();

    @Message("Partitions")
    String partitions();

    @Message("Take")
    String take();

    @Message("Members")
    String members();

    @Message("{n} of {all}")
    String of(long n, int all);

    @Message("Line by line")
    String lines();

    @Message("Line")
    String line();

    @Message("Verdict")
    String verdict();

    @Message("nothing")
    String v_nothing();

    @Message("taken")
    String v_taken();

    @Message("doubtful")
    String v_doubtful();

    @Message("not taken")
    String v_refused();

    @Message("The file has no partition that could be taken.")
    String none();

    @Message("Partitions and members are made for exactly what is shown. The file itself is not touched here.")
    String confirm();

    @Message("Take over")
    String do_take();

    @Message("What was taken over")
    String result();

    @Message("Not taken")
    String problems();

    @Message("The line ends with CR LF: OpenSM refuses the whole file.")
    String r_carriage_return();

    @Message("A rule does not begin with name=0xPKEY,flags: on one line: OpenSM refuses the whole file.")
    String r_no_header();

    @Message("The rule before has no ; at its end: OpenSM refuses the whole file.")
    String r_no_semicolon();

    @Message("The ; stands alone on its line: OpenSM refuses the whole file.")
    String r_semicolon_alone();

    @Message("Something follows the ;: {fact}. OpenSM refuses the whole file.")
    String r_after_semicolon(String fact);

    @Message("«{fact}» is no PKey: OpenSM refuses the whole file.")
    String r_bad_pkey(String fact);

    @Message("«{fact}» is no port GUID with 0x and no keyword: OpenSM refuses the whole file.")
    String r_bad_member(String fact);

    @Message("Name «{fact}» begins with a digit and no PKey follows: OpenSM refuses the whole file.")
    String r_bad_name(String fact);

    @Message("«{fact}» has no PKey: OpenSM makes one up, another one each time.")
    String r_no_pkey(String fact);

    @Message("{fact} in a tenant partition names ports by no GUID.")
    String r_not_ours(String fact);

    @Message("«{fact}» is no GUID that a port can have.")
    String r_no_port(String fact);

    @Message("«{fact}» follows without a comma: OpenSM drops it silently.")
    String r_lost(String fact);

    @Message("Groups of ones own (mgid) are not known here.")
    String r_mgid();

    @Message("The file begins with a byte order mark, which gets into the first name.")
    String r_byte_order_mark();

    @Message("The line has {fact} bytes: OpenSM cuts it at 4095 and loses the port at the cut.")
    String r_too_long(String fact);

    @Message("The file ends without ;: it may have been cut off.")
    String r_cut_off();

    @Message("PKey «{fact}» is not hexadecimal: OpenSM reads it as C does.")
    String r_number_base(String fact);

    @Message("Of PKey «{fact}» only 16 bits are kept.")
    String r_more_than_16_bits(String fact);

    @Message("Bit 15 of PKey «{fact}» says nothing about membership; OpenSM drops it.")
    String r_bit_15(String fact);

    @Message("PKey {fact} has a rule above already: OpenSM merges the two under the first name.")
    String r_same_pkey(String fact);

    @Message("Partition {fact} has no members, so it does not exist.")
    String r_no_members(String fact);

    @Message("OpenSM does not know flag «{fact}» and drops it silently.")
    String r_unknown_flag(String fact);

    @Message("OpenSM takes flag «{fact}» for the one that begins like this.")
    String r_short_flag(String fact);

    @Message("Flag «{fact}» is not kept here.")
    String r_flag_left_out(String fact);

    @Message("«{fact}» is impossible: the partition has its keys and no broadcast group.")
    String r_no_group(String fact);

    @Message("«{fact}» is none of full, limited: OpenSM makes it limited without a word.")
    String r_silently_limited(String fact);

    @Message("«{fact}» is none of full, limited: OpenSM makes it full without a word.")
    String r_silently_full(String fact);

    @Message("{fact} is listed without membership; the default of the rule counts.")
    String r_not_said(String fact);

    @Message("Two members stand without a comma between: OpenSM makes «{fact}» limited.")
    String r_blank_first_limited(String fact);

    @Message("Port {fact} stands in this partition again further down, and the last one counts.")
    String r_last_wins(String fact);

    @Message("{fact} in the default partition: its membership is set for all ports together here.")
    String r_in_default(String fact);

    @Message("This PKey exists already: {fact}.")
    String r_pkey_taken(String fact);

    @Message("{fact} is reserved on this fabric.")
    String r_pkey_reserved(String fact);

    @Message("Service level {fact} needs quality of service, which is not known to be on.")
    String r_no_qos(String fact);

    @Message("No port {fact} is registered: it stays out, and nobody here looks after it.")
    String r_foreign_port(String fact);

    @Message("This port is registered on fabric {fact}, and named here on another one: a GUID is on one fabric only.")
    String r_other_fabric(String fact);

    @Message("The tenant may not use node {fact}.")
    String r_node_not_granted(String fact);

    @Message("Index 0 is not taken over; add port {fact} by hand where that is possible.")
    String r_index0(String fact);
}
