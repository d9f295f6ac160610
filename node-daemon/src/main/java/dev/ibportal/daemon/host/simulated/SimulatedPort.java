package dev.ibportal.daemon.host.simulated;

import dev.ibportal.types.Guid;
import dev.ibportal.types.PKey;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;

/** A port of a simulated host. The simulated fabric moves it; the host's sysfs and interfaces follow at once. */
public final class SimulatedPort {
    /** Entries of the PKey table, as mlx5 ports have. */
    public static final int TABLE_SIZE = 128;

    private final Guid guid;
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    private final Set<PKey> withheld = new HashSet<>();
    private PortState configured = PortState.UNCONFIGURED;
    private volatile PortState seen = PortState.UNCONFIGURED;

    public SimulatedPort(Guid guid) {
        this.guid = guid;
    }

    public Guid guid() {
        return guid;
    }

    /** As the host sees it: without the keys that are being withheld. */
    public PortState state() {
        return seen;
    }

    public void update(UnaryOperator<PortState> change) {
        move(() -> configured = change.apply(configured));
    }

    /** A fault: the key never arrives in this port's table, whatever the fabric sets. */
    public void withhold(PKey pkey) {
        move(() -> withheld.add(pkey));
    }

    public void stopWithholding(PKey pkey) {
        move(() -> withheld.remove(pkey));
    }

    void onChange(Runnable listener) {
        listeners.add(listener);
    }

    private void move(Runnable change) {
        boolean changed;
        synchronized (this) {
            PortState before = seen;
            change.run();
            seen = configured.withPkeys(configured.pkeys().stream()
                    .map(entry -> isWithheld(entry) ? 0 : entry)
                    .toList());
            changed = !before.equals(seen);
        }
        if (changed) {
            listeners.forEach(Runnable::run);
        }
    }

    private boolean isWithheld(int entry) {
        return (entry & 0x7fff) != 0 && withheld.contains(PKey.of(entry));
    }
}
