package dev.ibportal.portal.ipam;

import dev.ibportal.portal.platform.web.Ref;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One time that somebody had an address.
 *
 * @param node name that it had then; empty: kept for nobody in particular
 * @param actor who took it by hand or by program; empty: it came with a membership, or the log has no event of it
 * @param until absent: still
 */
public record AddressHolding(
        UUID id,
        String ip,
        Ref tenant,
        Ref partition,
        UUID pool,
        String node,
        String note,
        String actor,
        Instant from,
        @Nullable Instant until) {}
