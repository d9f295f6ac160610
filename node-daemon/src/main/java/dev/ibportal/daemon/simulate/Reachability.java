package dev.ibportal.daemon.simulate;

import dev.ibportal.agent.v1.Netdev;
import dev.ibportal.daemon.host.simulated.SimulatedHost;
import dev.ibportal.daemon.inventory.Inventory;
import dev.ibportal.types.Guid;
import dev.ibportal.types.InterfaceAddress;
import dev.ibportal.types.InvalidValueException;
import dev.ibportal.types.IpAddress;
import dev.ibportal.types.PKey;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * Whether packets pass, as the ports' tables decide it: both interfaces in one partition, with carrier, and not both ports
 * limited members of it; then as the two hosts themselves do: their networks, their sizes, their filters.
 */
final class Reachability implements FabricCommands.Reach {
    private final Fabric fabric;
    private final Map<String, Machine> hosts = new ConcurrentHashMap<>();
    private final Map<String, Set<String>> asked = new ConcurrentHashMap<>();

    private record Machine(Inventory inventory, SimulatedHost host) {
        Stream<Netdev> running() {
            return inventory.observe().getNetdevsList().stream()
                    .filter(netdev -> netdev.getUp() && netdev.getCarrier());
        }

        String hardware(Netdev netdev) {
            return host.host()
                    .sysfs()
                    .read("class/net/" + netdev.getName() + "/address")
                    .found()
                    .orElse("")
                    .replace(":", "");
        }
    }

    /** An interface of a host. */
    private record End(Machine machine, Netdev netdev) {}

    Reachability(Fabric fabric) {
        this.fabric = fabric;
    }

    void add(String node, Inventory inventory, SimulatedHost host) {
        hosts.put(node, new Machine(inventory, host));
        host.neighbours(netdev -> neighbours(node, netdev));
    }

    @Override
    public boolean reaches(String node, String interfaceName, String target, int bytes) {
        Machine own = hosts.get(node);
        if (own == null) {
            return false;
        }
        asked.computeIfAbsent(node + " " + interfaceName, name -> ConcurrentHashMap.newKeySet())
                .add(target);
        Optional<End> source = end(own, interfaceName);
        return source.flatMap(from -> owner(from, target).filter(to -> answers(from, to, target, bytes)))
                .isPresent();
    }

    private static Optional<End> end(Machine machine, String interfaceName) {
        return machine.running()
                .filter(netdev -> netdev.getName().equals(interfaceName))
                .map(netdev -> new End(machine, netdev))
                .findFirst();
    }

    /** Who answers when somebody asks for the address on this link. */
    private Optional<End> owner(End from, String target) {
        return hosts.values().stream()
                .flatMap(machine -> machine.running().map(netdev -> new End(machine, netdev)))
                .filter(to -> holds(to.netdev(), target) && passes(from.netdev(), to.netdev()))
                .findFirst();
    }

    private static boolean answers(End from, End to, String target, int bytes) {
        boolean known = from.machine()
                .host()
                .troubles()
                .remembered(target)
                .filter(hardware -> !hardware.equals(to.machine().hardware(to.netdev())))
                .isEmpty();
        boolean filtered = from.machine().host().troubles().dropsEcho()
                || to.machine().host().troubles().dropsEcho()
                || to.machine().host().troubles().isDeaf();
        return known
                && !filtered
                && from.machine().host().troubles().carries(bytes)
                && to.machine().host().troubles().carries(bytes)
                && bytes <= from.netdev().getMtu()
                && bytes <= to.netdev().getMtu()
                && isInNetworkOf(from.netdev(), target)
                && addresses(from.netdev())
                        .anyMatch(
                                own -> isInNetworkOf(to.netdev(), own.address().toString()));
    }

    private static Stream<InterfaceAddress> addresses(Netdev netdev) {
        return netdev.getAddressesList().stream().map(InterfaceAddress::parse);
    }

    private static boolean isInNetworkOf(Netdev netdev, String target) {
        IpAddress address = IpAddress.parse(target);
        return addresses(netdev).anyMatch(own -> own.network().contains(address));
    }

    private Map<String, Optional<String>> neighbours(String node, String interfaceName) {
        Machine own = hosts.get(node);
        Map<String, Optional<String>> table = new LinkedHashMap<>();
        if (own == null) {
            return table;
        }
        for (String target : List.copyOf(asked.getOrDefault(node + " " + interfaceName, Set.of()))) {
            table.put(
                    target,
                    own.host()
                            .troubles()
                            .remembered(target)
                            .or(() -> end(own, interfaceName)
                                    .filter(from -> isInNetworkOf(from.netdev(), target))
                                    .flatMap(from -> owner(from, target))
                                    .map(to -> to.machine().hardware(to.netdev()))));
        }
        return table;
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
