package dev.ibportal.portal.ipam;

import dev.ibportal.portal.platform.db.FabricDb;
import dev.ibportal.portal.platform.db.Sql;
import dev.ibportal.portal.platform.db.SqlError;
import dev.ibportal.portal.platform.fault.DomainFault.Conflict;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.util.Map;
import java.util.Optional;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/**
 * How much address space one tenant may take on a node that others have too. Networks may not overlap there, so without a
 * limit the first one could leave nothing to the others. The database holds the limit; this is where it comes from.
 */
@ApplicationScoped
public class NetworkRoom {
    private static final String TOO_LARGE = "IB009";
    private static final int FACTS = 4;

    private final FabricDb db;
    private final long ipv4Addresses;
    private final long ipv6Subnets;

    NetworkRoom(
            FabricDb db,
            @ConfigProperty(name = "ibportal.networks.shared-ipv4-addresses", defaultValue = "32768")
                    long ipv4Addresses,
            @ConfigProperty(name = "ibportal.networks.shared-ipv6-subnets", defaultValue = "65536") long ipv6Subnets) {
        this.db = db;
        this.ipv4Addresses = ipv4Addresses;
        this.ipv6Subnets = ipv6Subnets;
    }

    void atStart(@Observes StartupEvent event) {
        set(4, ipv4Addresses);
        set(6, ipv6Subnets);
    }

    /** @param most 0: no limit */
    private void set(int family, long most) {
        db.run(connection -> {
            if (most <= 0) {
                Sql.of("DELETE FROM network_room WHERE family = ?", family).update(connection);
            } else {
                Sql.of(
                                "INSERT INTO network_room VALUES (?, ?) ON CONFLICT (family) DO UPDATE SET most = excluded.most"
                                        + " WHERE network_room.most <> excluded.most",
                                family,
                                most)
                        .update(connection);
            }
        });
    }

    /** If that is why something failed. Tells nothing but what the asking tenant has itself. */
    public static Optional<Conflict> refusal(RuntimeException failure) {
        return SqlError.in(failure)
                .filter(error -> error.state().equals(TOO_LARGE))
                .map(error -> refusal(error.detail().split(" ", FACTS)));
    }

    private static Conflict refusal(String... told) {
        String what = told[0].equals("4") ? " IPv4 addresses" : " IPv6 networks of /64";
        return new Conflict(
                "networks-too-large",
                "On node " + told[3] + " all networks of one tenant may hold " + told[1] + what + " together, and yours"
                        + " would hold " + told[2] + ". Use a longer prefix, leave the node out, or ask an operator.",
                Map.of("node", told[3], "most", told[1], "wanted", told[2]));
    }
}
