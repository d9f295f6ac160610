package dev.ibportal.daemon.ipoib;

import dev.ibportal.daemon.ipoib.persist.InterfaceKind;
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
     * @param kind whether it is an interface of its own or the port's
     * @param settings empty: whatever was applied stays
     * @param adopted whether a person took it over: then a file of theirs that keeps exactly this is left to it
     */
    record Present(
            String interfaceId,
            Guid port,
            PKey pkey,
            IpoibMode mode,
            Optional<IpMtu> mtu,
            List<InterfaceAddress> addresses,
            Map<InterfaceAddress, OptionalLong> tombstones,
            InterfaceKind kind,
            Optional<Settings> settings,
            boolean adopted)
            implements Wish {
        public Present {
            addresses = List.copyOf(addresses);
            tombstones = Map.copyOf(tombstones);
        }

        public boolean isParent() {
            return kind == InterfaceKind.PARENT;
        }

        public Present with(Settings others) {
            return new Present(
                    interfaceId, port, pkey, mode, mtu, addresses, tombstones, kind, Optional.of(others), adopted);
        }

        public Target target() {
            return new Target(port, pkey, kind);
        }
    }

    /** Leave it as it is, whatever it is. */
    record Held(String interfaceId, String reason) implements Wish {}

    /**
     * It must not exist.
     *
     * @param target empty for an item that names neither port nor key: then memory has to know
     * @param addresses that must not be on it, where the interface itself stays
     */
    record Absent(String interfaceId, OptionalLong ledgerId, Optional<Target> target, List<InterfaceAddress> addresses)
            implements Wish {
        public Absent {
            addresses = List.copyOf(addresses);
        }

        public Absent(String interfaceId, OptionalLong ledgerId, Optional<Target> target) {
            this(interfaceId, ledgerId, target, List.of());
        }
    }

    /** The place of an interface: a port, a partition, and which of the port's interfaces. */
    record Target(Guid port, PKey pkey, InterfaceKind kind) {
        public boolean isParent() {
            return kind == InterfaceKind.PARENT;
        }
    }
}
