package dev.ibportal.portal.partition;

import java.time.Instant;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How the members of a partition stand, counted.
 *
 * @param tablesReadAt when the oldest of their port tables was read
 * @param silentSince when the first of their nodes that are silent was last heard of
 */
record MemberCounts(
        int all,
        int effective,
        int inSync,
        int silent,
        int wrong,
        @Nullable Instant tablesReadAt,
        @Nullable Instant silentSince) {
    /** Numbers and times in milliseconds, with blanks between them and a hyphen for what is not there. */
    static MemberCounts parse(String text) {
        String[] parts = text.split(" ");
        return new MemberCounts(
                Integer.parseInt(parts[0]),
                Integer.parseInt(parts[1]),
                Integer.parseInt(parts[2]),
                Integer.parseInt(parts[3]),
                Integer.parseInt(parts[4]),
                instant(parts[5]),
                instant(parts[6]));
    }

    private static @Nullable Instant instant(String millis) {
        return millis.equals("-") ? null : Instant.ofEpochMilli(Long.parseLong(millis));
    }

    /** @param state of the partition, as it was last read */
    PartitionView.Knowledge knowledge(String state, String smState, @Nullable Instant smSeenAt) {
        boolean smSilent = smState.equals("unknown");
        Instant since = Stream.of(smSilent ? smSeenAt : null, silentSince)
                .flatMap(Stream::ofNullable)
                .min(Instant::compareTo)
                .orElse(null);
        return new PartitionView.Knowledge(
                verdict(state, smState), inSync, silent, wrong, smState, smSeenAt, tablesReadAt, since);
    }

    private String verdict(String state, String smState) {
        if (all == 0) {
            return "empty";
        }
        if (smState.equals("unknown") || silent > 0) {
            return "not-known";
        }
        if (wrong > 0 || smState.equals("not_running")) {
            return "not-in-sync";
        }
        return state.equals("active") && inSync == all ? "in-sync" : "working";
    }
}
