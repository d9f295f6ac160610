package dev.ibportal.portal.overview;

import dev.ibportal.portal.platform.page.Badge;
import dev.ibportal.portal.platform.page.States;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Something that is not as it should be.
 *
 * @param kind {@code fabric}, {@code node}, {@code member}, {@code removal}, or {@code isolation}, whose id is the
 *     tenant's
 * @param partition name and id of a member's partition
 */
public record Trouble(
        String kind,
        UUID id,
        String name,
        String partition,
        @Nullable UUID partitionId,
        String state,
        String cause,
        String reason,
        Instant since) {

    /** In words, with the place to look at. Public for the templates. */
    public record Told(String what, String href, Badge state, String cause, String reason, Instant since) {}

    Told told(OverviewMessages messages, States states) {
        return switch (kind) {
            case "fabric" ->
                new Told(messages.kind_fabric(name), "/fabrics/" + id, states.sm(state), cause, reason, since);
            case "node" -> new Told(messages.kind_node(name), "/nodes/" + id, states.node(state), cause, reason, since);
            case "removal" ->
                new Told(
                        messages.kind_removal(name),
                        "/removal-requests/" + id,
                        Badge.busy(messages.removal_waits()),
                        cause,
                        reason,
                        since);
            case "isolation" ->
                new Told(
                        messages.kind_isolation(name),
                        "/tenants/" + id + "/isolation",
                        Badge.bad(messages.isolation_broken()),
                        cause,
                        reason,
                        since);
            default ->
                new Told(
                        messages.kind_member(name, partition),
                        "/partitions/" + partitionId + "#m-" + id,
                        states.member(state),
                        cause,
                        reason,
                        since);
        };
    }
}
