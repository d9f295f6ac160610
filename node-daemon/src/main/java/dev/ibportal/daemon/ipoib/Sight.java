package dev.ibportal.daemon.ipoib;

import dev.ibportal.daemon.host.Host;
import dev.ibportal.daemon.host.Reading;
import dev.ibportal.daemon.inventory.Backend;
import dev.ibportal.daemon.inventory.BackendDetector;
import dev.ibportal.daemon.inventory.HostObserver;
import dev.ibportal.daemon.inventory.HostView;
import dev.ibportal.daemon.inventory.Keepers;
import dev.ibportal.daemon.inventory.NetdevView;
import dev.ibportal.daemon.ipoib.persist.Claims;
import dev.ibportal.daemon.ipoib.persist.PersistedView;
import dev.ibportal.daemon.ipoib.persist.Writer;
import dev.ibportal.types.IpFamily;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** Everything that a pass decides on: the live host, and the files that bring it back after a reboot. */
record Sight(HostView host, Keepers keepers, PersistedView persisted, Surroundings around, Wants wants) {
    /** Who keeps an interface that no file names. */
    Backend backend() {
        return keepers.host();
    }

    /** Who keeps this interface. */
    Backend backend(Footing.Firm ground) {
        return new Claims(keepers, persisted).keeper(ground.parentName(), ground.name());
    }

    /** The writer for the back-end of this interface; empty where none is supported. */
    Optional<Writer> writer(Footing.Firm ground) {
        return backend(ground) instanceof Backend.Supported supported
                ? Optional.of(Writer.of(supported.kind()))
                : Optional.empty();
    }

    Sight without(Set<String> paths) {
        return new Sight(host, keepers, persisted.without(paths), around, wants);
    }

    /** What would be seen if these interfaces and files of ours were gone. */
    Sight without(Set<String> interfaces, Set<String> files) {
        Reading<List<NetdevView>> left = host.netdevs()
                .map(all -> all.stream()
                        .filter(netdev -> !interfaces.contains(netdev.name()))
                        .toList());
        HostView view =
                new HostView(host.observedAt(), host.hcas(), left, host.modules(), host.kernel(), host.unreadable());
        return new Sight(view, keepers, persisted.without(files), around, wants);
    }

    /**
     * Looks, with few child processes: one for {@code ip}, one more where NetworkManager may be the keeper, and for
     * routes, rules, kernel settings and name servers only where somebody wants some.
     */
    static final class Observer {
        private final Host host;
        private final HostObserver live;
        private final BackendDetector detector;
        private final SurroundingsObserver surroundings;

        Observer(Host host) {
            this.host = host;
            this.live = new HostObserver(host);
            this.detector = new BackendDetector(host);
            this.surroundings = new SurroundingsObserver(host);
        }

        Sight look(Wants wants) {
            return look(wants, wants.neverSeen());
        }

        /** @param coming families of addresses that are most likely to come, for which routes are asked at once */
        Sight look(Wants wants, Set<IpFamily> coming) {
            return look(wants, live.begin(), detector::detect, surroundings.begin(coming));
        }

        /** What takes longest was asked for first; files and sysfs are read while it is under way. */
        private Sight look(
                Wants wants, Supplier<HostView> links, Supplier<Keepers> keeping, SurroundingsObserver.Begun routes) {
            Keepers keepers = keeping.get();
            PersistedView persisted = Writer.observeAll(host.files());
            HostView view = links.get();
            return new Sight(view, keepers, persisted, surroundings.look(wants, view, routes), wants);
        }

        /** Whether back-ends and their files are those of this sight. */
        boolean hasSameFiles(Sight before) {
            return Writer.observeAll(host.files()).equals(before.persisted())
                    && detector.detect().equals(before.keepers());
        }

        HostObserver.Moments lastLook() {
            return live.lastLook();
        }

        /** The same keepers, everything else looked at anew. */
        Sight lookAgain(Sight before) {
            return look(before.wants(), live.begin(), before::keepers, SurroundingsObserver.Begun.NONE);
        }

        /** Interfaces, files and what is around them looked at anew: what our own changes change. */
        Sight lookAtOurs(Sight before) {
            return look(before.wants(), live.beginLinks(), before::keepers, SurroundingsObserver.Begun.NONE);
        }
    }
}
