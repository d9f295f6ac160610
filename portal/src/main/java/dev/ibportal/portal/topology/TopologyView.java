package dev.ibportal.portal.topology;

import dev.ibportal.portal.topology.core.Topology;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What a fabric looks like, as far as the reader may know it.
 *
 * @param seenAt when it was last seen whole; null: never
 * @param lookedAt when it was last tried
 * @param unreadable what could not be read then, in plain words
 */
public record TopologyView(
        UUID fabric,
        @Nullable Instant seenAt,
        @Nullable Instant lookedAt,
        List<String> unreadable,
        List<Topology.SwitchNode> switches,
        List<Host> hosts,
        List<Topology.Trunk> trunks) {
    public TopologyView {
        unreadable = List.copyOf(unreadable);
        switches = List.copyOf(switches);
        hosts = List.copyOf(hosts);
        trunks = List.copyOf(trunks);
    }

    /**
     * A port of a host that leads somewhere.
     *
     * @param node null: the portal does not know the port
     * @param partitions PKeys of which the port is a member, as far as the reader may know
     * @param couldBe what the cable could do beyond its rate; null: not known
     */
    public record Host(
            String guid,
            String name,
            @Nullable UUID node,
            List<String> tenants,
            List<String> partitions,
            String switchGuid,
            String switchName,
            int switchPort,
            String rate,
            @Nullable String couldBe,
            boolean slow) {
        static Host of(Topology.Host host) {
            return new Host(
                    host.guid(),
                    host.name(),
                    host.registered() == null ? null : host.registered().node(),
                    host.registered() == null ? List.of() : host.registered().tenants(),
                    host.registered() == null
                            ? List.of()
                            : host.registered().partitions().stream().sorted().toList(),
                    host.switchGuid(),
                    host.switchName(),
                    host.switchPort(),
                    host.cable().rate(),
                    host.cable().couldBe(),
                    host.cable().slow());
        }
    }
}
