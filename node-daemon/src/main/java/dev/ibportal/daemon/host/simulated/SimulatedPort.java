package dev.ibportal.daemon.host.simulated;

import dev.ibportal.types.Guid;
import dev.ibportal.types.PKey;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;

/** A port of a simulated host. The simulated fabric moves it; the host's sysfs and interfaces follow at once. */
public final class SimulatedPort {
    /** Entries of the PKey table, as mlx5 ports have. */
    public static final int TABLE_SIZE = 128;

    private final Guid guid;
    private final AtomicReference<PortState> state = new AtomicReference<>(PortState.UNCONFIGURED);
    private final Set<PKey> withheld = ConcurrentHashMap.newKeySet();
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();

    public SimulatedPort(Guid guid) {
        this.guid = guid;
    }

    public Guid guid() {
        return guid;
    }

    /** As the host sees it: without the keys that are being withheld. */
    public PortState state() {
        PortState now = state.get();
        if (withheld.isEmpty()) {
            return now;
        }
        return now.withPkeys(
                now.pkeys().stream().map(entry -> isWithheld(entry) ? 0 : entry).toList());
    }

    public void update(UnaryOperator<PortState> change) {
        PortState before = state.getAndUpdate(change);
        if (!before.equals(state.get())) {
            listeners.forEach(Runnable::run);
        }
    }

    /** A fault: the key never arrives in this port's table, whatever the fabric sets. */
    public void withhold(PKey pkey) {
        withheld.add(pkey);
        listeners.forEach(Runnable::run);
    }

    public void stopWithholding(PKey pkey) {
        withheld.remove(pkey);
        listeners.forEach(Runnable::run);
    }

    void onChange(Runnable listener) {
        listeners.add(listener);
    }

    private boolean isWithheld(int entry) {
        return (entry & 0x7fff) != 0 && withheld.contains(PKey.of(entry));
    }
}
