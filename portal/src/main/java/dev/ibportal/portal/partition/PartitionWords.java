package dev.ibportal.portal.partition;

import dev.ibportal.portal.platform.page.Badge;
import dev.ibportal.portal.platform.page.Shell;
import dev.ibportal.portal.platform.page.Texts;

/** How states of partitions, members and interfaces are told. Public for other features' pages and for templates. */
public final class PartitionWords {
    private final PartitionMessages messages;

    public PartitionWords(Shell shell) {
        this.messages = Texts.of(PartitionMessages.class, shell.language());
    }

    public Badge partition(String state) {
        return switch (state) {
            case "allocated" -> Badge.busy(messages.state_allocated());
            case "programming" -> Badge.busy(messages.state_programming());
            case "active" -> Badge.good(messages.state_active());
            case "retiring" -> Badge.busy(messages.state_retiring());
            case "quarantined" -> Badge.off(messages.state_quarantined());
            default -> Badge.off(messages.state_released());
        };
    }

    /** An interface's state, which is that of its membership as people see it: the last link counts. */
    public Badge member(String state) {
        return switch (state) {
            case "in_sync" -> Badge.good(messages.if_in_sync());
            case "pending" -> Badge.busy(messages.if_pending());
            case "applying" -> Badge.busy(messages.if_applying());
            case "failed" -> Badge.bad(messages.if_failed());
            case "pending_reboot" -> Badge.warn(messages.if_pending_reboot());
            case "unreachable" -> Badge.unknown(messages.if_unreachable());
            case "drifted" -> Badge.warn(messages.if_drifted());
            case "held" -> Badge.warn(messages.if_held());
            case "leaving" -> Badge.busy(messages.if_leaving());
            default -> Badge.off(messages.if_absent());
        };
    }

    public String membership(String type) {
        return type.equals("full") ? messages.full() : messages.limited();
    }

    public String mode(String mode) {
        return mode.equals("connected") ? messages.connected() : messages.datagram();
    }
}
