package dev.ibportal.daemon.host.linux;

import dev.ibportal.daemon.host.HostChanges;
import dev.ibportal.daemon.host.SysFs;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
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

    public SysFsWatch(SysFs sysfs, Duration interval) {
        this.sysfs = sysfs;
        this.interval = interval;
    }

    @Override
    public Subscription subscribe(Runnable listener) {
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
        private final Runnable listener;
        private int last = fingerprint();

        Look(Runnable listener) {
            this.listener = listener;
        }

        @Override
        @SuppressWarnings("CatchingUnchecked") // an escaping exception would end the watch for good
        public void run() {
            try {
                int now = fingerprint();
                if (now != last) {
                    last = now;
                    listener.run();
                }
            } catch (Exception e) {
                LOG.warn("a look at sysfs failed, the next one follows", e);
            }
        }
    }

    private int fingerprint() {
        int hash = sysfs.exists("module/ib_ipoib") ? 1 : 0;
        for (String netdev : list("class/net")) {
            hash = 31 * hash + netdev.hashCode();
            hash = mix(hash, "class/net/" + netdev + "/", NETDEV);
        }
        for (String device : list("class/infiniband")) {
            for (String number : list("class/infiniband/" + device + "/ports")) {
                hash = port(hash, "class/infiniband/" + device + "/ports/" + number + "/");
            }
        }
        return hash;
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
