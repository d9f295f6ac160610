package dev.ibportal.daemon.ipoib;

import dev.ibportal.types.IpAddress;
import java.util.Optional;

/** This host's way to its portal: a change that cuts it has to be taken back without anybody's help. */
public interface WayOut {
    /** A host that is reached in other ways, or not at all. */
    WayOut NONE = new WayOut() {
        @Override
        public Optional<IpAddress> source() {
            return Optional.empty();
        }

        @Override
        public boolean reached() {
            return true;
        }

        @Override
        public boolean reachedInTime() {
            return true;
        }
    };

    /** The address of this host from which packets to the portal start; empty when there is no way or it is not known. */
    Optional<IpAddress> source();

    /** The portal's own address; empty when it is not known now. */
    default Optional<IpAddress> portal() {
        return Optional.empty();
    }

    /** Whether the portal answers now. */
    boolean reached();

    /** Whether it answers before the time limit of the dead-man timer; waits no longer than that. */
    boolean reachedInTime();
}
