package dev.ibportal.portal.platform.page;

import java.util.List;

/** How states are told, in the person's language: the texts of the database on the left. Public for the templates. */
public final class States {
    private static final List<String> PARTITION =
            List.of("allocated", "programming", "active", "retiring", "quarantined", "released");

    private final StateMessages messages;

    public States(Shell shell) {
        this.messages = Texts.of(StateMessages.class, shell.language());
    }

    public Badge partition(String state) {
        return switch (state) {
            case "allocated" -> Badge.busy(messages.partition_allocated());
            case "programming" -> Badge.busy(messages.partition_programming());
            case "active" -> Badge.plain(messages.partition_active());
            case "retiring" -> Badge.busy(messages.partition_retiring());
            case "quarantined" -> Badge.off(messages.partition_quarantined());
            default -> Badge.off(messages.partition_released());
        };
    }

    /**
     * What a partition's state is worth at the moment: it was read some time ago, and only what is known now may be green.
     *
     * @param verdict of its members
     */
    public Badge partition(String state, String verdict) {
        if (!state.equals("active")) {
            return partition(state);
        }
        return switch (verdict) {
            case "in-sync" -> Badge.good(messages.member_in_sync());
            case "not-known" -> Badge.unknown(messages.sm_unknown());
            case "not-in-sync" -> Badge.warn(messages.partition_wrong());
            case "working" -> Badge.busy(messages.member_applying());
            default -> Badge.off(messages.partition_empty());
        };
    }

    public List<String> partitionStates() {
        return PARTITION;
    }

    /** An interface's state, which is that of its membership as people see it: the last link counts. */
    public Badge member(String state) {
        return switch (state) {
            case "in_sync" -> Badge.good(messages.member_in_sync());
            case "pending" -> Badge.busy(messages.member_pending());
            case "applying" -> Badge.busy(messages.member_applying());
            case "failed" -> Badge.bad(messages.member_failed());
            case "pending_reboot" -> Badge.warn(messages.member_pending_reboot());
            case "unreachable" -> Badge.unknown(messages.member_unreachable());
            case "drifted" -> Badge.warn(messages.member_drifted());
            case "held" -> Badge.warn(messages.member_held());
            case "leaving" -> Badge.busy(messages.member_leaving());
            default -> Badge.off(messages.member_absent());
        };
    }

    public Badge notKnown() {
        return Badge.unknown(messages.sm_unknown());
    }

    public Badge node(String state) {
        return switch (state) {
            case "online" -> Badge.good(messages.node_online());
            case "unreachable" -> Badge.unknown(messages.node_unreachable());
            case "dead" -> Badge.off(messages.node_dead());
            case "retired" -> Badge.off(messages.node_retired());
            default -> Badge.busy(messages.node_invited());
        };
    }

    public Badge tenant(String state) {
        return switch (state) {
            case "active" -> Badge.good(messages.tenant_active());
            case "suspended" -> Badge.warn(messages.tenant_suspended());
            case "leaving" -> Badge.busy(messages.tenant_leaving());
            default -> Badge.off(messages.tenant_gone());
        };
    }

    public Badge sm(String state) {
        return switch (state) {
            case "running" -> Badge.good(messages.sm_running());
            case "not_running" -> Badge.bad(messages.sm_not_running());
            default -> Badge.unknown(messages.sm_unknown());
        };
    }

    public String membership(String type) {
        return type.equals("full") ? messages.full() : messages.limited();
    }

    public String mode(String mode) {
        return mode.equals("connected") ? messages.connected() : messages.datagram();
    }
}
