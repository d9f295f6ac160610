package dev.ibportal.daemon.simulate;

import dev.ibportal.daemon.host.HostFiles;
import dev.ibportal.daemon.host.HostFiles.FileMode;
import dev.ibportal.daemon.sm.LogFile;
import dev.ibportal.daemon.sm.ProcessTable;
import dev.ibportal.opensm.BroadcastGroup;
import dev.ibportal.opensm.DefaultRule;
import dev.ibportal.opensm.ParseResult;
import dev.ibportal.opensm.PartitionRule;
import dev.ibportal.opensm.PartitionsConf;
import dev.ibportal.opensm.PartitionsConfParser;
import dev.ibportal.opensm.PortMember;
import dev.ibportal.types.Guid;
import dev.ibportal.types.IbMtu;
import dev.ibportal.types.MembershipType;
import dev.ibportal.types.PKey;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A subnet manager that reads partitions.conf as OpenSM does, with its way of failing: whatever it cannot read makes every
 * port a full member of the default partition, and nothing else.
 */
final class SimulatedOpenSm implements ProcessTable {
    static final String PARTITIONS_FILE = "/etc/opensm/partitions.conf";
    static final String PID_FILE = "/run/opensm.pid";

    private static final long FIRST_PID = 4200;
    private static final String ERROR = "0x01";
    private static final String SYSTEM = "0x80";
    private static final PartitionsConf OPEN_TO_ALL =
            new PartitionsConf(DefaultRule.of(MembershipType.FULL), List.of());

    private final Fabric fabric;
    private final Guid ownPort;
    private final HostFiles files;
    private final ScheduledExecutorService timer;
    private final Duration sweepDelay;
    private final MemoryLog log;
    private final AtomicBoolean sweepQueued = new AtomicBoolean();
    /** One sweep at a time, and never one that began before a stop and ends after it. */
    private final ReentrantLock life = new ReentrantLock();

    private Map<PKey, IbMtu> groups = Map.of();
    private volatile long pid;
    private volatile boolean running;
    private int starts;
    private int activity;

    SimulatedOpenSm(
            Fabric fabric,
            Guid ownPort,
            HostFiles files,
            ScheduledExecutorService timer,
            Clock clock,
            Duration sweepDelay) {
        this.fabric = fabric;
        this.ownPort = ownPort;
        this.files = files;
        this.timer = timer;
        this.sweepDelay = sweepDelay;
        this.log = new MemoryLog(clock);
        fabric.onChange(this::trapped);
    }

    LogFile log() {
        return log;
    }

    void start() {
        locked(() -> {
            if (running) {
                return;
            }
            pid = FIRST_PID + starts++;
            try {
                files.write(PID_FILE, pid + "\n", FileMode.WORLD_READABLE);
            } catch (IOException e) {
                throw new UncheckedIOException("the simulated subnet manager cannot start", e);
            }
            groups = Map.of();
            running = true;
            sweep();
        });
    }

    /** Crashes: the pid file stays, the ports keep what they have. */
    void die() {
        locked(() -> {
            running = false;
            log.add(ERROR, "osm_exit_handler: ERR 0A01: caught signal 6, Exiting");
        });
    }

    private void locked(Runnable job) {
        life.lock();
        try {
            job.run();
        } finally {
            life.unlock();
        }
    }

    @Override
    public Optional<String> program(long asked) {
        return running && asked == pid ? Optional.of("opensm") : Optional.empty();
    }

    boolean isRunning() {
        return running;
    }

    /** False when there is no such process. */
    boolean hangup(long target) {
        boolean ours = running && target == pid;
        if (ours) {
            queueSweep();
        }
        return ours;
    }

    private void trapped() {
        if (running) {
            queueSweep();
        }
    }

    private void queueSweep() {
        if (sweepQueued.compareAndSet(false, true)) {
            timer.schedule(
                    () -> locked(() -> {
                        sweepQueued.set(false);
                        if (running) {
                            sweep();
                        }
                    }),
                    sweepDelay.toMillis(),
                    TimeUnit.MILLISECONDS);
        }
    }

    /** Text of {@code sminfo} while it lives. */
    Optional<String> info() {
        return fabric.port(ownPort)
                .filter(port -> running && port.isOnFabric())
                .map(port -> "sminfo: sm lid " + port.lid() + " sm guid 0x"
                        + Long.toHexString(ownPort.value()) + ", activity count " + ++activity
                        + " priority 0 state 3 SMINFO_MASTER\n");
    }

    Guid ownPort() {
        return ownPort;
    }

    private void sweep() {
        PartitionsConf conf = configuration();
        groups = groups(conf);
        Map<Guid, List<Integer>> tenants = tenantEntries(conf);
        boolean[] whole = {true};
        fabric.locked(() -> {
            int smLid = fabric.port(ownPort).map(FabricPort::lid).orElse(0);
            fabric.port(ownPort).filter(FabricPort::isOnFabric).ifPresent(up -> {
                for (FabricPort port : fabric.ports()) {
                    whole[0] &= !port.isOnFabric() || program(port, conf, tenants, smLid);
                }
            });
        });
        log.add(SYSTEM, whole[0] ? "SUBNET UP" : "Errors during initialization");
    }

    private boolean program(FabricPort port, PartitionsConf conf, Map<Guid, List<Integer>> tenants, int smLid) {
        if (port.isDeaf()) {
            log.add(
                    ERROR,
                    "pkey_mgr_update_port: ERR 3119: Set method failed for attribute 0x16 (P_KeyTable) of port "
                            + port.guid());
            port.activate(groups, smLid);
            return false;
        }
        boolean full = port.guid().equals(ownPort) || conf.defaultRule().everyPort() == MembershipType.FULL;
        List<Integer> wanted = new ArrayList<>();
        wanted.add(full ? PKey.DEFAULT.full() : PKey.DEFAULT.limited());
        wanted.addAll(tenants.getOrDefault(port.guid(), List.of()));
        index0(port.guid(), conf).ifPresent(entry -> {
            wanted.remove(entry);
            wanted.add(0, entry);
        });
        if (!port.program(wanted, groups, smLid)) {
            log.add(
                    ERROR,
                    "pkey_mgr_process_physical_port: ERR 0512: Failed to set PKey because Pkey table is full for port "
                            + port.guid());
        }
        return true;
    }

    private static Optional<Integer> index0(Guid port, PartitionsConf conf) {
        return conf.partitions().stream()
                .flatMap(rule -> rule.members().stream()
                        .filter(member -> member.index0() && member.port().equals(port))
                        .map(member -> rule.pkey().tableEntry(member.membership())))
                .findFirst();
    }

    private PartitionsConf configuration() {
        Optional<String> text = files.read(PARTITIONS_FILE).found();
        if (text.isEmpty()) {
            // Nothing is logged at the usual level: this is how a fabric is opened without anybody noticing.
            return OPEN_TO_ALL;
        }
        ParseResult result = PartitionsConfParser.parse(text.get());
        if (result instanceof ParseResult.Accepted accepted) {
            return accepted.conf();
        }
        log.add(ERROR, "PARSE ERROR: " + result);
        log.add(ERROR, "osm_prtn_make_partitions: Partition configuration in error; retrying with default config");
        return OPEN_TO_ALL;
    }

    /** A group keeps the attributes that it was made with for as long as its partition stays. */
    private Map<PKey, IbMtu> groups(PartitionsConf conf) {
        Map<PKey, IbMtu> made = new HashMap<>();
        conf.defaultRule().group().ifPresent(group -> put(made, PKey.DEFAULT, group));
        for (PartitionRule rule : conf.partitions()) {
            rule.group().ifPresent(group -> put(made, rule.pkey(), group));
        }
        return Map.copyOf(made);
    }

    private void put(Map<PKey, IbMtu> made, PKey pkey, BroadcastGroup group) {
        made.put(pkey, groups.getOrDefault(pkey, group.mtu()));
    }

    private static Map<Guid, List<Integer>> tenantEntries(PartitionsConf conf) {
        Map<Guid, List<Integer>> entries = new HashMap<>();
        for (PartitionRule rule : conf.partitions()) {
            for (PortMember member : rule.members()) {
                entries.computeIfAbsent(member.port(), port -> new ArrayList<>())
                        .add(rule.pkey().tableEntry(member.membership()));
            }
        }
        return entries;
    }
}
