package dev.ibportal.portal.fabric;

import dev.ibportal.portal.platform.web.Ref;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The PKeys of a fabric, seen from above: 128 blocks of 256, or the keys of one block.
 *
 * @param first of the range that is given automatically
 * @param block number of the block, its first key divided by 256; absent: all of them
 */
public record PKeyMapView(
        Ref fabric, String first, String last, @Nullable Integer block, List<Block> blocks, List<Key> keys) {
    /** @param quarantined cooling down after they were proven absent */
    public record Block(
            int block, String first, String last, int free, int taken, int retiring, int quarantined, int reserved) {}

    /**
     * @param state {@code free}, {@code outside} (free, but given by hand alone), {@code taken}, {@code retiring},
     *     {@code quarantined}, {@code reserved} by itself, {@code kept} by the fabric's settings, or {@code never}
     * @param reason of a reservation
     * @param freeAfter end of the quarantine
     */
    public record Key(
            String pkey,
            String state,
            @Nullable Ref partition,
            @Nullable Ref tenant,
            String reason,
            @Nullable Instant since,
            @Nullable Instant freeAfter) {}
}
