package dev.ibportal.portal.posture;

import dev.ibportal.portal.posture.core.Divergence;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Where ports of a fabric differ from what is wanted.
 *
 * @param oldest when the table was read that was read longest ago; null: none ever was
 * @param newest when the last one was read
 * @param unread ports whose table was never read
 * @param counts of each kind, those that are none included
 * @param items of the kinds that were asked for, at most so many as are told
 * @param cut whether there are more
 */
public record DivergenceView(
        UUID fabric,
        String name,
        Instant at,
        int ports,
        @Nullable Instant oldest,
        @Nullable Instant newest,
        int unread,
        Map<Divergence.Kind, Integer> counts,
        List<Divergence> items,
        boolean cut) {
    public DivergenceView {
        counts = Map.copyOf(counts);
        items = List.copyOf(items);
    }

    public int count(Divergence.Kind kind) {
        return counts.getOrDefault(kind, 0);
    }
}
