package dev.ibportal.daemon.host.linux;

import dev.ibportal.daemon.host.HostChanges;
import dev.ibportal.daemon.host.SysFs;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notices changes by looking: sysfs has no notification for PKey tables, and a few hundred small reads a second cost
 * less than one child process.
 */
public final class SysFsWatch implements HostChanges {
    private static final Logger LOG = LoggerFactory.getLogger(SysFsWatch.class);
    private static final List<String> NETDEV = List.of("flags", "operstate", "carrier", "mtu", "ifindex", "address");
    private static final List<String> PORT = List.of("state", "phys_state", "link_layer", "gids/0");

    private final SysFs sysfs;
    private final Duration interval;
    private final BooleanSupplier linksAreHeard;

    public SysFsWatch(SysFs sysfs, Duration interval) {
        this(sysfs, interval, () -> false);
    }

    /** @param linksAreHeard whether somebody else tells of links, so that nobody has to look at them here */
    SysFsWatch(SysFs sysfs, Duration interval, BooleanSupplier linksAreHeard) {
        this.sysfs = sysfs;
        this.interval = interval;
        this.linksAreHeard = linksAreHeard;
    }

    @Override
    public Subscription subscribe(Consumer<Change> listener) {
        ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "sysfs-watch");
            thread.setDaemon(true);
            return thread;
        });
        Look look = new Look(listener);
        var ticking =
                timer.scheduleWithFixedDelay(look, interval.toMillis(), interval.toMillis(), TimeUnit.MILLISECONDS);
        return () -> {
            ticking.cancel(false);
            timer.shutdown();
        };
    }

    private final class Look implements Runnable {
        private final Consumer<Change> listener;
        private int last = fingerprint();

        Look(Consumer<Change> listener) {
            this.listener = listener;
        }

        @Override
        @SuppressWarnings("CatchingUnchecked") // an escaping exception would end the watch for good
        public void run() {
            try {
                int now = fingerprint();
                if (now != last) {
                    last = now;
                    listener.accept(Change.now(Source.SYSFS));
                }
            } catch (Exception e) {
                LOG.warn("a look at sysfs failed, the next one follows", e);
            }
        }
    }

    private int fingerprint() {
        int hash = sysfs.exists("module/ib_ipoib") ? 1 : 0;
        if (!linksAreHeard.getAsBoolean()) {
            hash = links(hash);
        }
        for (String device : list("class/infiniband")) {
            for (String number : list("class/infiniband/" + device + "/ports")) {
                hash = port(hash, "class/infiniband/" + device + "/ports/" + number + "/");
            }
        }
        return hash;
    }

    private int links(int hash) {
        int mixed = hash;
        for (String netdev : list("class/net")) {
            mixed = 31 * mixed + netdev.hashCode();
            mixed = mix(mixed, "class/net/" + netdev + "/", NETDEV);
        }
        return mixed;
    }

    private int port(int hash, String port) {
        int mixed = mix(hash, port, PORT);
        for (String index : list(port + "pkeys")) {
            mixed = mix(mixed, port + "pkeys/", List.of(index));
        }
        return mixed;
    }

    private int mix(int hash, String prefix, List<String> attributes) {
        int mixed = hash;
        for (String attribute : attributes) {
            mixed = 31 * mixed + sysfs.read(prefix + attribute).found().hashCode();
        }
        return mixed;
    }

    private List<String> list(String path) {
        return sysfs.list(path).found().orElse(List.of());
    }
}
