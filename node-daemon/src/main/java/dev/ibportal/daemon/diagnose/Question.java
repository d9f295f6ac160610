package dev.ibportal.daemon.diagnose;

import dev.ibportal.types.Guid;
import dev.ibportal.types.IpAddress;
import dev.ibportal.types.PKey;
import java.util.List;
import java.util.Optional;

/**
 * What is to be found out. Everything is optional: the less is asked, the fewer links can be told.
 *
 * @param interfaceName as people call it; its port and key say which one it is when it has another name
 * @param peer who does not answer
 * @param peerPort of the peer, where the portal knows it
 * @param wanted what the portal wants of the interface
 */
public record Question(
        Optional<String> interfaceName,
        Optional<Guid> port,
        Optional<PKey> pkey,
        Optional<IpAddress> peer,
        Optional<Guid> peerPort,
        Wanted wanted) {
    /** @param addresses with their prefix lengths */
    public record Wanted(Optional<String> mode, Optional<String> mtu, List<String> addresses) {
        public static final Wanted NOTHING = new Wanted(Optional.empty(), Optional.empty(), List.of());

        public Wanted {
            addresses = List.copyOf(addresses);
        }
    }

    public static Question about(String interfaceName) {
        return new Question(
                Optional.of(interfaceName),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Wanted.NOTHING);
    }

    public Question to(IpAddress target) {
        return new Question(interfaceName, port, pkey, Optional.of(target), peerPort, wanted);
    }
}
