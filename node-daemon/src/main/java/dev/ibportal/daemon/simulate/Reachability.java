package dev.ibportal.daemon.simulate;

import dev.ibportal.agent.v1.Netdev;
import dev.ibportal.daemon.inventory.Inventory;
import dev.ibportal.types.Guid;
import dev.ibportal.types.InvalidValueException;
import dev.ibportal.types.PKey;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * Whether packets pass, as the ports' tables decide it: both interfaces in one partition, with carrier, and not both ports
 * limited members of it.
 */
final class Reachability implements FabricCommands.Reach {
    private final Fabric fabric;
    private final Map<String, Inventory> hosts = new ConcurrentHashMap<>();

    Reachability(Fabric fabric) {
        this.fabric = fabric;
    }

    void add(String node, Inventory inventory) {
        hosts.put(node, inventory);
    }

    @Override
    public boolean reaches(String node, String interfaceName, String target) {
        Inventory own = hosts.get(node);
        if (own == null) {
            return false;
        }
        List<Netdev> sources = running(own)
                .filter(netdev -> netdev.getName().equals(interfaceName))
                .toList();
        return sources.stream()
                .anyMatch(source -> hosts.values().stream()
                        .flatMap(Reachability::running)
                        .filter(netdev -> holds(netdev, target))
                        .anyMatch(netdev -> passes(source, netdev)));
    }

    private static Stream<Netdev> running(Inventory inventory) {
        return inventory.observe().getNetdevsList().stream().filter(netdev -> netdev.getUp() && netdev.getCarrier());
    }

    private static boolean holds(Netdev netdev, String target) {
        return netdev.getAddressesList().stream()
                .anyMatch(cidr -> cidr.substring(0, cidr.indexOf('/')).equals(target));
    }

    private boolean passes(Netdev source, Netdev target) {
        if (source.getPkey() != target.getPkey() || !source.hasPkey()) {
            return false;
        }
        PKey pkey = PKey.of(source.getPkey());
        Optional<Boolean> first = isFull(source, pkey);
        Optional<Boolean> second = isFull(target, pkey);
        return first.isPresent() && second.isPresent() && (first.get() || second.get());
    }

    /** Empty when the port is no member. */
    private Optional<Boolean> isFull(Netdev netdev, PKey pkey) {
        try {
            Guid guid = Guid.parse(netdev.getPortGuid());
            return fabric.with(() -> fabric.port(guid).map(FabricPort::table)).flatMap(table -> {
                if (table.contains(pkey.full())) {
                    return Optional.of(true);
                }
                return table.contains(pkey.limited()) ? Optional.of(false) : Optional.empty();
            });
        } catch (InvalidValueException e) {
            return Optional.empty();
        }
    }
}
