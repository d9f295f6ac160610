package dev.ibportal.portal.fabric;

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

    public String kind(FabricView fabric) {
        return SmKind.parse(fabric.smKind()).label();
    }

    public Bar bar(FabricView.PKeys pkeys) {
        int used = pkeys.taken() + pkeys.quarantined() + pkeys.reserved();
        return Bar.of(used, used + pkeys.free());
    }
}
