package dev.ibportal.portal.partition;

import dev.ibportal.portal.partition.core.FabricDiff;
import dev.ibportal.portal.partition.core.FabricDiff.Kind;
import dev.ibportal.portal.platform.web.Ref;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a change of a partition makes of the live fabric, before anything is done.
 *
 * @param lines ports that change or are not as they should be, and those that have the key without being members
 *     ({@code FOREIGN}), as far as one may know them; members that only stay are counted in {@code stay}
 * @param hiddenForeign such ports on nodes that are not yours
 * @param empties whether no member is left, so that the subnet manager drops the partition and its broadcast group
 * @param isolates whether only limited members are left, who reach nobody
 * @param sweeps how often the subnet manager goes over the whole fabric for this
 * @param withOthers changes of others on this fabric that wait for the same sweep
 * @param approvalNeeded whether somebody else has to approve it
 * @param digest of all this; an approval is for it
 */
public record ChangePreview(
        Ref partition,
        String pkey,
        Ref fabric,
        String smKind,
        String smState,
        @Nullable Instant smSeenAt,
        List<FabricDiff.Line> lines,
        int stay,
        int hiddenForeign,
        int fullAfter,
        int limitedAfter,
        boolean empties,
        boolean isolates,
        int sweeps,
        int withOthers,
        boolean approvalNeeded,
        String digest) {

    public List<FabricDiff.Line> byKind(String kind) {
        Kind wanted = Kind.valueOf(kind);
        return lines.stream().filter(line -> line.kind() == wanted).toList();
    }

    public boolean isAtPeace() {
        return lines.isEmpty() && hiddenForeign == 0;
    }
}
