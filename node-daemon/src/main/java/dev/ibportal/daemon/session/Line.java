package dev.ibportal.daemon.session;

import dev.ibportal.daemon.enrol.Enroller;
import dev.ibportal.daemon.enrol.EnrolmentException;
import dev.ibportal.daemon.enrol.Failures;
import dev.ibportal.daemon.enrol.Identity;
import dev.ibportal.daemon.enrol.IdentityStore;
import dev.ibportal.daemon.enrol.PortalAddress;
import dev.ibportal.daemon.enrol.PortalChannels;
import io.grpc.ManagedChannel;
import io.grpc.StatusRuntimeException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** This daemon's way to its portal: address, identity and its renewal, and the board that tells how it stands. */
public final class Line {
    private static final Logger LOG = LoggerFactory.getLogger(Line.class);

    private final String name;
    private final PortalAddress portal;
    private final PortalChannels channels;
    private final IdentityStore identities;
    private final Enroller enroller;
    private final ConnectionBoard board;

    public Line(
            String name,
            PortalAddress portal,
            PortalChannels channels,
            IdentityStore identities,
            ConnectionBoard board,
            Clock clock) {
        this.name = name;
        this.portal = portal;
        this.channels = channels;
        this.identities = identities;
        this.enroller = new Enroller(channels, clock);
        this.board = board;
    }

    String name() {
        return name;
    }

    PortalAddress portal() {
        return portal;
    }

    ConnectionBoard board() {
        return board;
    }

    Identity identity() {
        return identities.load();
    }

    ManagedChannel channel(Identity identity) {
        return channels.forIdentity(portal, identity);
    }

    boolean renewalDue(Identity identity, Instant now) {
        return !now.isBefore(identity.halfLife());
    }

    /** True when a new certificate is on disk. A failure is no trouble yet: half a life is left to try again. */
    boolean renew(ManagedChannel channel, Identity identity) {
        try {
            Identity renewed = enroller.renew(channel, identity);
            identities.save(renewed);
            LOG.info("{}: certificate renewed, valid to {}", name, renewed.expiry());
            return true;
        } catch (StatusRuntimeException | EnrolmentException | UncheckedIOException e) {
            LOG.warn(
                    "{}: the certificate, valid to {}, could not be renewed yet: {}",
                    name,
                    identity.expiry(),
                    Failures.describe(e));
            return false;
        }
    }

    /** The reason, and what to do where the daemon cannot help itself. */
    String advice(@Nullable Identity identity, String why, Instant now) {
        if (identity != null && now.isAfter(identity.expiry())) {
            return why + " (the certificate of this host expired at " + identity.expiry()
                    + ": enrol it again with a new token)";
        }
        return why;
    }
}
