package dev.ibportal.portal.platform.page;

import io.quarkus.qute.i18n.Message;
import io.quarkus.qute.i18n.MessageBundle;

/** Words for states and kinds that several features show. */
@MessageBundle("st")
public interface StateMessages {
    @Message("datagram")
    String datagram();

    @Message("connected")
    String connected();

    @Message("full")
    String full();

    @Message("limited")
    String limited();

    @Message("allocated")
    String partition_allocated();

    @Message("programming")
    String partition_programming();

    @Message("active")
    String partition_active();

    @Message("not in sync")
    String partition_wrong();

    @Message("no members")
    String partition_empty();

    @Message("being removed")
    String partition_retiring();

    @Message("PKey resting")
    String partition_quarantined();

    @Message("released")
    String partition_released();

    @Message("pending")
    String member_pending();

    @Message("being applied")
    String member_applying();

    @Message("in sync")
    String member_in_sync();

    @Message("failed")
    String member_failed();

    @Message("waits for a reboot")
    String member_pending_reboot();

    @Message("node unreachable")
    String member_unreachable();

    @Message("drifted")
    String member_drifted();

    @Message("held")
    String member_held();

    @Message("leaving")
    String member_leaving();

    @Message("gone")
    String member_absent();

    @Message("invited")
    String node_invited();

    @Message("online")
    String node_online();

    @Message("unreachable")
    String node_unreachable();

    @Message("declared dead")
    String node_dead();

    @Message("retired")
    String node_retired();

    @Message("running")
    String sm_running();

    @Message("not running")
    String sm_not_running();

    @Message("not known")
    String sm_unknown();

    @Message("active")
    String tenant_active();

    @Message("suspended")
    String tenant_suspended();

    @Message("being removed")
    String tenant_leaving();

    @Message("gone")
    String tenant_gone();
}
