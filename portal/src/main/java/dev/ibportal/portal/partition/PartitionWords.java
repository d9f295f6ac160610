package dev.ibportal.portal.partition;

import dev.ibportal.portal.platform.page.Shell;
import dev.ibportal.portal.platform.page.States;
import dev.ibportal.portal.platform.page.Texts;
import java.time.Duration;
import java.time.Instant;

/** How the chain of truth is told in the person's language. */
final class PartitionWords {
    /** What usually takes a few seconds takes too long after this. */
    private static final Duration USUAL = Duration.ofSeconds(60);

    private final PartitionMessages messages;
    private final States states;
    private final String fabric;
    private final Instant now;

    /** @param fabric its name */
    PartitionWords(Shell shell, String fabric) {
        this.messages = Texts.of(PartitionMessages.class, shell.language());
        this.states = new States(shell);
        this.fabric = fabric;
        this.now = shell.now();
    }

    States states() {
        return states;
    }

    String step(Chain.Step step) {
        return switch (step) {
            case SPEC -> messages.link_spec();
            case SUBNET_MANAGER -> messages.link_sm();
            case PORT_TABLE -> messages.link_table();
            case DRIVER -> messages.link_driver();
            case INTERFACE -> messages.link_interface();
            case SETTINGS -> messages.link_settings();
        };
    }

    String saying(Chain.Saying saying) {
        return switch (saying) {
            case FULL -> states.membership("full");
            case LIMITED -> states.membership("limited");
            case LEAVING -> messages.text_leaving();
            case NOT_SENT -> messages.text_not_sent();
            case PROGRAMMED -> messages.text_programmed();
            case EFFECTIVE -> messages.text_effective();
            case SM_DOWN -> messages.text_sm_down();
            case SM_UNKNOWN, UNKNOWN -> messages.text_unknown();
            case FOUND_NONE -> messages.text_found_none();
            case NOT_READ -> messages.text_not_read();
            case NODE_DISAGREES -> messages.text_node_disagrees();
            case WAITS -> messages.text_waits();
            case OK -> messages.text_ok();
            case BROKEN -> messages.text_broken();
            case SILENT -> messages.text_silent();
            case ABSENT -> messages.text_absent();
        };
    }

    /** What a person can do about the first open link. */
    String nextStep(Chain.Link open, MemberView member) {
        String node = member.node().name();
        return switch (open.saying()) {
            case SM_DOWN -> messages.next_sm();
            case SM_UNKNOWN -> messages.next_sm_silent_on(fabric);
            case NODE_DISAGREES -> messages.next_conflict();
            case SILENT -> messages.next_silent_node(node);
            default ->
                switch (open.tone()) {
                    case BAD, WARN -> mend(open.step(), member.iface().cause());
                    case GOOD, BUSY, UNKNOWN, OFF, PLAIN ->
                        isSlow(member) ? messages.next_slow(fabric, node) : messages.next_wait();
                };
        };
    }

    private boolean isSlow(MemberView member) {
        Instant removed = member.removedAt();
        Instant begun = removed != null
                ? removed
                : later(member.fabric().since(), member.iface().since());
        return begun.plus(USUAL).isBefore(now);
    }

    private static Instant later(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }

    private String mend(Chain.Step step, String cause) {
        if (step == Chain.Step.PORT_TABLE || step == Chain.Step.SUBNET_MANAGER) {
            return messages.next_table();
        }
        return switch (cause) {
            case "driver.module-missing" -> messages.next_module();
            case "port.ethernet" -> messages.next_ethernet();
            case "port.down" -> messages.next_port();
            case "port.disabled" -> messages.next_port_off();
            case "port.virtual" -> messages.next_port_virtual();
            case "port.armed" -> messages.next_port_armed();
            case "port.no-subnet-manager" -> messages.next_sm();
            case "port.not-here" -> messages.next_not_here();
            case "pkey.not-in-table" -> messages.next_table();
            case "carrier.no-broadcast-group" -> messages.next_group();
            case "mode.refused" -> messages.next_mode();
            case "mtu.refused", "mtu.capped", "mtu.mismatch" -> messages.next_mtu();
            case "address.duplicate" -> messages.next_duplicate();
            case "backend.unsupported" -> messages.next_backend();
            case "command.failed", "command.timeout", "file.failed" -> messages.next_command();
            default -> step == Chain.Step.DRIVER ? messages.next_driver() : messages.next_interface();
        };
    }
}
