package dev.ibportal.portal.plan;

import dev.ibportal.portal.platform.page.Badge;
import dev.ibportal.portal.platform.page.Shell;
import dev.ibportal.portal.platform.page.Texts;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The codes of plans in the person's language. Public for the templates. */
public final class PlanWords {
    private static final Pattern LEFT_FILE = Pattern.compile("file (.+?)(, left by an earlier spec)?");
    private static final Pattern LEFT_ADDRESS = Pattern.compile("address (\\S+) on (\\S+)");
    private static final Pattern LEFT_INTERFACE = Pattern.compile("interface (.+)");

    private final PlanMessages words;

    PlanWords(Shell shell) {
        words = Texts.of(PlanMessages.class, shell.language());
    }

    public Badge verdict(String verdict) {
        return switch (verdict) {
            case "nothing" -> Badge.good(words.verdict_nothing());
            case "change" -> Badge.busy(words.verdict_change());
            case "refused" -> Badge.bad(words.verdict_refused());
            default -> Badge.unknown(verdict);
        };
    }

    public Badge group(PartitionPlanView.Group group) {
        String name = group.name();
        return switch (group.kind()) {
            case "create" -> Badge.busy(words.group_create(name));
            case "change" -> Badge.busy(words.group_change(name));
            case "remove" -> Badge.warn(words.group_remove(name));
            case "nothing" -> Badge.good(words.group_nothing());
            case "refused" -> Badge.bad(words.group_refused());
            case "not-connected" -> Badge.unknown(words.group_not_connected());
            case "too-old" -> Badge.unknown(words.group_too_old());
            default -> Badge.unknown(words.group_no_answer());
        };
    }

    /** What a daemon names as not ours, in the reader's words; what it names otherwise is shown as it is. */
    public String stays(String what) {
        Matcher file = LEFT_FILE.matcher(what);
        if (file.matches()) {
            return file.group(2) == null ? words.stays_file(file.group(1)) : words.stays_old_file(file.group(1));
        }
        Matcher address = LEFT_ADDRESS.matcher(what);
        if (address.matches()) {
            return words.stays_address(address.group(1), address.group(2));
        }
        Matcher netdev = LEFT_INTERFACE.matcher(what);
        return netdev.matches() ? words.stays_interface(netdev.group(1)) : what;
    }

    public String fate(String fate) {
        return switch (fate) {
            case "created" -> words.fate_created();
            case "changed" -> words.fate_changed();
            default -> words.fate_deleted();
        };
    }

    public String effect(NodePlanView.Effect effect) {
        String subject = effect.subject();
        return switch (effect.kind()) {
            case "added" -> words.effect_added(subject);
            case "interrupted" -> words.effect_interrupted(subject);
            case "interface-removed" -> words.effect_interface_removed(subject);
            case "address-removed" -> words.effect_address_removed(subject);
            case "packet-size" -> words.effect_packet_size(subject);
            default -> words.effect_settings(subject);
        };
    }

    public Badge journal(String kind) {
        return switch (kind) {
            case "command" -> Badge.plain(words.kind_command());
            case "file_written" -> Badge.plain(words.kind_file_written());
            case "file_deleted" -> Badge.plain(words.kind_file_deleted());
            case "begun" -> Badge.busy(words.kind_begun());
            case "committed" -> Badge.good(words.kind_committed());
            case "rolled_back" -> Badge.warn(words.kind_rolled_back());
            case "drift" -> Badge.warn(words.kind_drift());
            default -> Badge.bad(words.kind_refused());
        };
    }
}
