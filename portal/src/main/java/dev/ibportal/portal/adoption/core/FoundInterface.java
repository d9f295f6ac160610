package dev.ibportal.portal.adoption.core;

import dev.ibportal.types.InterfaceAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An IPoIB interface as a node last reported it.
 *
 * @param child false: it is the port's own interface
 * @param membership that the port's table shows for its key: full, limited; null: the key is not there
 * @param kept files of somebody's that keep it
 */
public record FoundInterface(
        String name,
        boolean child,
        String portGuid,
        String pkey,
        @Nullable String membership,
        @Nullable String mode,
        @Nullable Integer mtu,
        List<InterfaceAddress> addresses,
        List<Kept> kept) {
    public FoundInterface {
        addresses = List.copyOf(addresses);
        kept = List.copyOf(kept);
    }

    /** A file that keeps it, with the addresses that stand there. */
    public record Kept(String path, List<InterfaceAddress> addresses) {
        public Kept {
            addresses = List.copyOf(addresses);
        }
    }
}
