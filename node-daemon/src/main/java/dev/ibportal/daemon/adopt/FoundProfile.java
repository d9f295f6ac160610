package dev.ibportal.daemon.adopt;

import dev.ibportal.types.InterfaceAddress;
import dev.ibportal.types.IpoibMode;
import dev.ibportal.types.PKey;
import java.util.Optional;
import java.util.Set;

/**
 * An IPoIB interface as a file of somebody's keeps it; an empty value is one that the file leaves open.
 *
 * @param path of the file, or of the first of several
 * @param parent empty for the port's own interface
 */
public record FoundProfile(
        String path,
        String name,
        Optional<String> parent,
        Optional<PKey> pkey,
        Optional<IpoibMode> mode,
        Optional<Integer> mtu,
        Set<InterfaceAddress> addresses) {
    public FoundProfile {
        addresses = Set.copyOf(addresses);
    }
}
