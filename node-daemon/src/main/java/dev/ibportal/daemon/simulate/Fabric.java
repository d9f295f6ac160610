package dev.ibportal.daemon.simulate;

import dev.ibportal.daemon.host.simulated.SimulatedPort;
import dev.ibportal.types.Guid;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Switches and the hosts' ports on them. */
final class Fabric {
    private final List<String> switches = new ArrayList<>();
    private final Map<Guid, FabricPort> ports = new LinkedHashMap<>();
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    private volatile @Nullable SimulatedOpenSm subnetManager;
    private final ReentrantLock lock = new ReentrantLock();

    Fabric(int switchCount) {
        for (int i = 1; i <= switchCount; i++) {
            switches.add("switch" + i);
        }
    }

    List<String> switches() {
        return List.copyOf(switches);
    }

    Optional<SimulatedOpenSm> subnetManager() {
        return Optional.ofNullable(subnetManager);
    }

    void subnetManager(SimulatedOpenSm manager) {
        subnetManager = manager;
    }

    /** Plugs a port in. Ports get their LIDs after those of the switches, in the order they come. */
    FabricPort attach(String node, SimulatedPort port) {
        return with(() -> {
            FabricPort attached = new FabricPort(node, port, switches.size() + ports.size() + 1);
            if (ports.putIfAbsent(port.guid(), attached) != null) {
                throw new IllegalArgumentException("port " + port.guid() + " is on the fabric already");
            }
            return attached;
        });
    }

    Optional<FabricPort> port(Guid guid) {
        return with(() -> Optional.ofNullable(ports.get(guid)));
    }

    Collection<FabricPort> ports() {
        return with(() -> List.copyOf(ports.values()));
    }

    /** Changes something that the subnet manager hears of. */
    void change(Runnable change) {
        locked(change);
        listeners.forEach(Runnable::run);
    }

    void locked(Runnable job) {
        with(() -> {
            job.run();
            return true;
        });
    }

    /** Reads something consistent. */
    <T> T with(Supplier<T> job) {
        lock.lock();
        try {
            return job.get();
        } finally {
            lock.unlock();
        }
    }

    void onChange(Runnable listener) {
        listeners.add(listener);
    }
}
