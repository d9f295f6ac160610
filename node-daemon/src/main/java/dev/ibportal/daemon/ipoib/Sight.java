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
record Sight(HostView host, Backend backend, PersistedView persisted) {
    /** The writer for this host's back-end; empty where none is supported. */
    Optional<Writer> writer() {
        return backend instanceof Backend.Supported supported
                ? Optional.of(Writer.of(supported.kind()))
                : Optional.empty();
    }

    boolean networkManager() {
        return backend.equals(new Backend.Supported(Backend.Kind.NETWORK_MANAGER));
    }

    /** Looks, with few child processes: two for {@code ip}, one more where NetworkManager may be the keeper. */
    static final class Observer {
        private final Host host;
        private final HostObserver live;
        private final BackendDetector detector;

        Observer(Host host) {
            this.host = host;
            this.live = new HostObserver(host);
            this.detector = new BackendDetector(host);
        }

        Sight look() {
            Backend backend = detector.detect();
            return new Sight(live.observe(), backend, Writer.observe(backend, host.files()));
        }

        /** The same keeper, everything else looked at anew. */
        Sight lookAgain(Sight before) {
            return new Sight(live.observe(), before.backend(), Writer.observe(before.backend(), host.files()));
        }
    }
}
