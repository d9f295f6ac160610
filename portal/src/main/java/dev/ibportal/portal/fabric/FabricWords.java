package dev.ibportal.portal.fabric;

import dev.ibportal.portal.platform.page.Badge;
import dev.ibportal.portal.platform.page.Bar;
import dev.ibportal.portal.platform.page.Shell;
import dev.ibportal.portal.platform.page.Texts;

/** What pages of fabrics say beside states. Public for the templates. */
public final class FabricWords {
    private final FabricMessages messages;

    public FabricWords(Shell shell) {
        this.messages = Texts.of(FabricMessages.class, shell.language());
    }

    /** What to do about a subnet manager that is not known to run; empty when it is. */
    public String help(FabricView fabric) {
        if (fabric.status().smState().equals("running")) {
            return "";
        }
        if (fabric.pkeys() != null && fabric.smNode() == null) {
            return messages.sm_help_no_node();
        }
        return fabric.status().smState().equals("not_running") ? messages.sm_help_down() : messages.sm_help_unknown();
    }

    /** Whether this one rules the fabric, in a badge; a silent one turns nothing red. */
    public Badge mastery(FabricView.SmHost host) {
        return switch (host.mastery()) {
            case "master" -> new Badge(Badge.Tone.GOOD, messages.sm_master());
            case "standby" -> new Badge(Badge.Tone.PLAIN, messages.sm_standby());
            default -> new Badge(Badge.Tone.UNKNOWN, messages.sm_mastery_unknown());
        };
    }

    /** What a line of the subnet manager's log means. */
    public String cause(SmComplaint complaint) {
        return switch (complaint.cause()) {
            case "fabric-open" -> messages.cause_open();
            case "file-refused" -> messages.cause_refused();
            case "table-full" -> messages.cause_table_full();
            case "no-multicast-lid" -> messages.cause_no_mlid();
            case "group-impossible" -> messages.cause_group();
            case "port-refused" -> messages.cause_port();
            default -> messages.cause_other();
        };
    }

    public String kind(FabricView fabric) {
        return SmKind.parse(fabric.smKind()).label();
    }

    public Bar bar(FabricView.PKeys pkeys) {
        int used = pkeys.taken() + pkeys.quarantined() + pkeys.reserved();
        return Bar.of(used, used + pkeys.free());
    }
}
