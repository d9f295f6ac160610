package dev.ibportal.portal.session.core;

import dev.ibportal.agent.v1.InterfaceState;
import dev.ibportal.agent.v1.InterfaceStatus;
import dev.ibportal.agent.v1.IpoibMode;
import dev.ibportal.agent.v1.LinkStatus;
import dev.ibportal.agent.v1.ObservedInterface;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One report about one interface, as it is stored.
 *
 * @param generation of the spec that the interface was compared with
 * @param absent whether the node has proven that it is gone
 */
public record StatusRow(
        UUID interfaceId,
        UUID nodeId,
        long generation,
        Instant seenAt,
        String state,
        String cause,
        String reason,
        String name,
        @Nullable String mode,
        @Nullable Integer mtu,
        @Nullable Boolean carrier,
        List<String> addresses,
        List<Link> links,
        List<Long> provenAbsent,
        boolean absent) {
    public StatusRow {
        addresses = List.copyOf(addresses);
        links = List.copyOf(links);
        provenAbsent = List.copyOf(provenAbsent);
    }

    /** One link of the chain on the node. */
    public record Link(String link, String verdict, String wanted, String found) {}

    /** @throws dev.ibportal.types.InvalidValueException if the id of the interface is none */
    public static StatusRow of(UUID node, long generation, InterfaceStatus status, Instant at) {
        ObservedInterface observed = status.getObserved();
        return new StatusRow(
                Ids.parse(status.getInterfaceId(), "interface_id"),
                node,
                generation,
                at,
                state(status.getState()),
                status.getState() == InterfaceState.INTERFACE_STATE_IN_SYNC ? "" : status.getCause(),
                status.getState() == InterfaceState.INTERFACE_STATE_IN_SYNC ? "" : status.getMessage(),
                observed.getName(),
                observed.getMode() == IpoibMode.IPOIB_MODE_UNSPECIFIED
                        ? null
                        : Words.of(observed.getMode(), "IPOIB_MODE_", '_'),
                observed.hasMtu() ? observed.getMtu() : null,
                observed.hasCarrier() ? observed.getCarrier() : null,
                observed.getAddressesList(),
                status.getLinksList().stream().map(StatusRow::link).toList(),
                status.getProvenAbsentList(),
                status.getState() == InterfaceState.INTERFACE_STATE_ABSENT);
    }

    private static Link link(LinkStatus link) {
        return new Link(
                Words.of(link.getLink(), "CHAIN_LINK_", '-'),
                Words.of(link.getVerdict(), "VERDICT_", '-'),
                link.getWanted(),
                link.getFound());
    }

    /** An absent interface is only then shown as absent when the ledger is closed, which needs the fabric too. */
    private static String state(InterfaceState state) {
        return switch (state) {
            case INTERFACE_STATE_IN_SYNC -> "in_sync";
            case INTERFACE_STATE_APPLYING -> "applying";
            case INTERFACE_STATE_FAILED -> "failed";
            case INTERFACE_STATE_PENDING_REBOOT -> "pending_reboot";
            case INTERFACE_STATE_HELD -> "held";
            case INTERFACE_STATE_DRIFTED -> "drifted";
            case INTERFACE_STATE_PENDING, INTERFACE_STATE_ABSENT, INTERFACE_STATE_UNSPECIFIED, UNRECOGNIZED ->
                "pending";
        };
    }
}
