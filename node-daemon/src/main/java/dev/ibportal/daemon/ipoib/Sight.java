package dev.ibportal.daemon.ipoib;

import dev.ibportal.daemon.host.Host;
import dev.ibportal.daemon.inventory.Backend;
import dev.ibportal.daemon.inventory.BackendDetector;
import dev.ibportal.daemon.inventory.HostObserver;
import dev.ibportal.daemon.inventory.HostView;
import dev.ibportal.daemon.ipoib.persist.PersistedView;
import dev.ibportal.daemon.ipoib.persist.Writer;
import java.util.Optional;

/** Everything that a pass decides on: the live host, and the files that bring it back after a reboot. */
record Sight(HostView host, Backend backend, PersistedView persisted, Surroundings around, Wants wants) {
    /** The writer for this host's back-end; empty where none is supported. */
    Optional<Writer> writer() {
        return backend instanceof Backend.Supported supported
                ? Optional.of(Writer.of(supported.kind()))
                : Optional.empty();
    }

    boolean networkManager() {
        return backend.equals(new Backend.Supported(Backend.Kind.NETWORK_MANAGER));
    }

    /**
     * Looks, with few child processes: two for {@code ip}, one more where NetworkManager may be the keeper, and for
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
            return look(wants, detector.detect());
        }

        private Sight look(Wants wants, Backend backend) {
            HostView view = live.observe();
            return new Sight(
                    view, backend, Writer.observe(backend, host.files()), surroundings.look(wants, view), wants);
        }

        /** The same keeper, everything else looked at anew. */
        Sight lookAgain(Sight before) {
            return look(before.wants(), before.backend());
        }
    }
}
