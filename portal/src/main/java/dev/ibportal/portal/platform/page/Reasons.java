package dev.ibportal.portal.platform.page;

import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reasons in the person's language. What a daemon says has a code, which is translated, and says what was wanted and what
 * was found, which is kept; its own English words stay beside it. What the portal writes down itself is known sentence by
 * sentence. The rest is shown as it is.
 */
public final class Reasons {
    private static final Pattern FACTS = Pattern.compile("wanted (.+?), found (.+?)(?:[;:] .*)?$", Pattern.DOTALL);

    /** What the portal writes down, and how it is told; the first group is its fact. */
    private record Saying(Pattern english, BiFunction<WhyMessages, String, String> told) {}

    private static final List<Saying> SAYINGS = List.of(
            new Saying(Pattern.compile("no sign of life since (.+)"), (why, fact) -> why.said_silent(fact)),
            new Saying(
                    Pattern.compile("not known: the node gave no sign of life since (.+)"),
                    (why, fact) -> why.said_not_known_silent(fact)),
            new Saying(
                    Pattern.compile("not known: the node was declared dead"), (why, fact) -> why.said_not_known_dead()),
            new Saying(Pattern.compile("declared dead by (.+)"), (why, fact) -> why.said_declared_dead(fact)),
            new Saying(Pattern.compile("retired by an operator"), (why, fact) -> why.said_retired()),
            new Saying(
                    Pattern.compile("enrolled anew; first makes absent what was released meanwhile"),
                    (why, fact) -> why.said_enrolled()),
            new Saying(Pattern.compile("the connection to the node was lost"), (why, fact) -> why.said_lost()),
            new Saying(
                    Pattern.compile("waiting for the fabric to make the port a member"),
                    (why, fact) -> why.said_waits_fabric()),
            new Saying(Pattern.compile("waiting for the subnet manager"), (why, fact) -> why.said_waits_sm()),
            new Saying(
                    Pattern.compile("told the subnet manager, not read back yet"), (why, fact) -> why.said_told_sm()),
            new Saying(
                    Pattern.compile("the subnet manager has it, the port does not show it yet"),
                    (why, fact) -> why.said_sm_has_it()),
            new Saying(
                    Pattern.compile("told the node, which has not answered yet"), (why, fact) -> why.said_told_node()),
            new Saying(
                    Pattern.compile(
                            "removed; waiting until (?:its absence is read back|its members are proven absent)"),
                    (why, fact) -> why.said_removed()),
            new Saying(
                    Pattern.compile(
                            "proven absent everywhere; the PKey cools down before it is given to somebody else"),
                    (why, fact) -> why.said_cooling()),
            new Saying(
                    Pattern.compile("no node is named as the subnet manager's"), (why, fact) -> why.said_no_sm_node()),
            new Saying(Pattern.compile("subnet manager not running.*"), (why, fact) -> why.said_sm_down()),
            new Saying(
                    Pattern.compile("not known whether the subnet manager runs.*"),
                    (why, fact) -> why.said_sm_unknown()),
            new Saying(
                    Pattern.compile("the subnet manager's daemon refused the configuration \\(.*"),
                    (why, fact) -> why.said_sm_refused()),
            new Saying(Pattern.compile("the node does not report port (\\S+)"), (why, fact) -> why.said_no_port(fact)),
            new Saying(Pattern.compile("the port's table does not show (.+)"), (why, fact) -> why.said_table_lacks()),
            new Saying(
                    Pattern.compile("the port's table (?:still )?shows (.+)"), (why, fact) -> why.said_table_shows()),
            new Saying(Pattern.compile("the port could not be read: .*"), (why, fact) -> why.said_port_unread()),
            new Saying(Pattern.compile("refused spec \\d+: .*"), (why, fact) -> why.said_refused_spec()),
            new Saying(
                    Pattern.compile("the port is in Ethernet mode: IPoIB needs InfiniBand"),
                    (why, fact) -> why.said_ethernet()),
            new Saying(
                    Pattern.compile("node (.+), which runs the subnet manager, is not connected"),
                    (why, fact) -> why.said_sm_away(fact)),
            new Saying(
                    Pattern.compile("node (.+) has not answered since .+"), (why, fact) -> why.said_sm_no_answer(fact)),
            new Saying(Pattern.compile("asked for by (.+)"), (why, fact) -> why.said_asked_for(fact)),
            new Saying(Pattern.compile("its daemon has not reported yet"), (why, fact) -> why.said_daemon_new()),
            new Saying(
                    Pattern.compile("gone from the port's table; waiting for the node"),
                    (why, fact) -> why.said_gone_waits_node()),
            new Saying(
                    Pattern.compile("gone from the port's table; waiting for the subnet manager of node (.+),"
                            + " which still has an older configuration"),
                    (why, fact) -> why.said_gone_waits_standby(fact)),
            new Saying(
                    Pattern.compile("not asked: the subnet manager that finds ports is not running"),
                    (why, fact) -> why.said_not_asked()));

    private final WhyMessages messages;

    Reasons(WhyMessages messages) {
        this.messages = messages;
    }

    /**
     * A reason. Public for the templates.
     *
     * @param text in the person's language; empty when there is none but the original
     * @param original as it was said, in English; empty when the text says it all
     */
    public record Reason(String text, String original) {}

    /** @param cause code of a daemon; empty when the portal has said it */
    Reason tell(String cause, String english) {
        if (english.isEmpty()) {
            return new Reason("", "");
        }
        Optional<String> known = byCode(cause);
        if (known.isPresent()) {
            return new Reason(known.get() + facts(english), english);
        }
        return SAYINGS.stream()
                .flatMap(saying -> {
                    Matcher found = saying.english().matcher(english);
                    return found.matches()
                            ? Optional.of(saying.told().apply(messages, found.groupCount() > 0 ? found.group(1) : ""))
                                    .stream()
                            : Optional.<String>empty().stream();
                })
                .findFirst()
                .map(text -> new Reason(text, ""))
                .orElseGet(() -> new Reason("", english));
    }

    private String facts(String english) {
        Matcher facts = FACTS.matcher(english);
        return facts.find() ? " " + messages.facts(facts.group(1), facts.group(2)) : "";
    }

    private Optional<String> byCode(String cause) {
        return Optional.ofNullable(
                switch (cause) {
                    case "driver.module-missing", "driver.module-first" -> messages.module_missing();
                    case "port.ethernet" -> messages.port_ethernet();
                    case "port.not-here" -> messages.port_not_here();
                    case "port.down" -> messages.port_down();
                    case "port.disabled" -> messages.port_disabled();
                    case "port.virtual" -> messages.port_virtual();
                    case "port.armed" -> messages.port_armed();
                    case "port.no-subnet-manager" -> messages.port_no_sm();
                    case "pkey.not-in-table" -> messages.pkey_not_in_table();
                    case "pkey.not-at-index0" -> messages.pkey_not_at_index0();
                    case "carrier.no-broadcast-group" -> messages.no_group();
                    case "interface.missing" -> messages.interface_missing();
                    case "interface.down" -> messages.interface_down();
                    case "interface.parent-down" -> messages.parent_down();
                    case "interface.no-parent" -> messages.no_parent();
                    case "interface.name", "interface.name-taken" -> messages.interface_name();
                    case "interface.duplicate" -> messages.interface_duplicate();
                    case "interface.drifted" -> messages.drifted();
                    case "mode.refused" -> messages.mode_refused();
                    case "mtu.capped" -> messages.mtu_capped();
                    case "mtu.mismatch", "mtu.refused" -> messages.mtu_mismatch();
                    case "queues.held" -> messages.queues_held();
                    case "address.mismatch" -> messages.address_mismatch();
                    case "address.overlap" -> messages.address_overlap();
                    case "address.tentative" -> messages.address_tentative();
                    case "address.duplicate" -> messages.address_duplicate();
                    case "routing.mismatch",
                            "route.table",
                            "route.taken",
                            "route.metric",
                            "route.family",
                            "route.default",
                            "rule.selector",
                            "rule.priority",
                            "rule.family" -> messages.routing_mismatch();
                    case "route.overlap", "route.width" -> messages.route_overlap();
                    case "dns.mismatch", "dns.unsupported", "dns.search" -> messages.dns_mismatch();
                    case "profile.mismatch", "tuning.range" -> messages.profile_mismatch();
                    case "persist.missing", "persist.by-hand" -> messages.persist_missing();
                    case "persist.obstacle", "infiniband.parent", "infiniband.p-key" -> messages.persist_obstacle();
                    case "backend.unsupported" -> messages.backend_unsupported();
                    case "address.still-there", "interface.still-there", "routing.still-there", "file.still-there" ->
                        messages.still_there();
                    case "command.failed" -> messages.command_failed();
                    case "command.timeout" -> messages.command_timeout();
                    case "file.failed", "journal.failed" -> messages.file_failed();
                    case "spec.rolled-back", "transaction.rolled-back", "portal.cut-off" -> messages.rolled_back();
                    case "host.unreadable" -> messages.unreadable();
                    case "pass.failed" -> messages.pass_failed();
                    case "item.unknown" -> messages.item_unknown();
                    default -> null;
                });
    }
}
