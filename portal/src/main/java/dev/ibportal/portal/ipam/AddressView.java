package dev.ibportal.portal.ipam;

import dev.ibportal.portal.platform.web.Ref;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An address as people see it.
 *
 * @param cidr the address with the prefix length of its pool
 * @param state {@code reserved} (kept for a node or for nobody yet), {@code in-use} (an interface's) or
 *     {@code releasing} (free only when the node has let go of it)
 * @param reason of {@code releasing}, in plain words
 * @param reservedUntil a reservation that no interface has made use of by then is given back
 */
public record AddressView(
        UUID id,
        String ip,
        String cidr,
        Ref tenant,
        Ref partition,
        String pkey,
        Ref pool,
        @Nullable Ref node,
        @Nullable UUID interfaceId,
        @Nullable UUID memberId,
        String state,
        String reason,
        String note,
        @Nullable Instant reservedUntil,
        @Nullable Instant removedAt,
        Instant createdAt,
        int version) {}
