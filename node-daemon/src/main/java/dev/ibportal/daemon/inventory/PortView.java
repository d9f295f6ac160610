package dev.ibportal.daemon.inventory;

import dev.ibportal.agent.v1.LinkLayer;
import dev.ibportal.agent.v1.PhysState;
import dev.ibportal.agent.v1.PortState;
import dev.ibportal.types.Guid;
import dev.ibportal.types.PKey;
import java.util.List;
import java.util.Optional;

/**
 * A port of an adapter; an enum's {@code _UNSPECIFIED} and an empty value mean "not known".
 *
 * @param guid low half of GID 0: the port's identity
 * @param pkeys the table in order, unused entries as 0; empty when any entry could not be read
 */
public record PortView(
        String device,
        int number,
        Optional<Guid> guid,
        PortState state,
        PhysState physState,
        Optional<String> rate,
        LinkLayer linkLayer,
        Optional<Integer> lid,
        Optional<Integer> smLid,
        Optional<List<Integer>> pkeys) {
    /** The port's table entry for this partition, the full one if it has both, as the kernel chooses. */
    public Optional<Integer> entry(PKey pkey) {
        List<Integer> table = pkeys.orElse(List.of());
        if (table.contains(pkey.full())) {
            return Optional.of(pkey.full());
        }
        return table.contains(pkey.limited()) ? Optional.of(pkey.limited()) : Optional.empty();
    }

    @Override
    public String toString() {
        return device + " port " + number;
    }
}
