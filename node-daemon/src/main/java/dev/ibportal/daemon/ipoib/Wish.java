package dev.ibportal.daemon.ipoib;

import dev.ibportal.types.Guid;
import dev.ibportal.types.InterfaceAddress;
import dev.ibportal.types.IpMtu;
import dev.ibportal.types.IpoibMode;
import dev.ibportal.types.PKey;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** One item of the node spec, every value read. */
public sealed interface Wish {
    String interfaceId();

    /**
     * The interface should exist.
     *
     * @param mtu empty: as large as mode and broadcast group allow
     * @param tombstones addresses that must not be on it, with their rows of the absence ledger
     */
    record Present(
            String interfaceId,
            Guid port,
            PKey pkey,
            IpoibMode mode,
            Optional<IpMtu> mtu,
            List<InterfaceAddress> addresses,
            Map<InterfaceAddress, OptionalLong> tombstones)
            implements Wish {
        public Present {
            addresses = List.copyOf(addresses);
            tombstones = Map.copyOf(tombstones);
        }
    }

    /** Leave it as it is, whatever it is. */
    record Held(String interfaceId, String reason) implements Wish {}

    /**
     * It must not exist.
     *
     * @param target empty for an item that names neither port nor key: then memory has to know
     */
    record Absent(String interfaceId, OptionalLong ledgerId, Optional<Target> target) implements Wish {}

    /** The place of a child: a port and a partition. */
    record Target(Guid port, PKey pkey) {}
}
