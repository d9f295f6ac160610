package dev.ibportal.e2e.line;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.demo.Waiting;
import dev.ibportal.e2e.bench.Report;
import dev.ibportal.e2e.lab.Lab;
import dev.ibportal.e2e.lab.LabHost;
import dev.ibportal.testing.RequiresTools;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * SIGKILL at seeded random moments of changes: everything converges, nothing is handed out twice, and at no moment does a
 * port or host have what is not its own. A few rounds in the normal run; {@code mvn -Pkill} has the whole.
 */
@RequiresTools(
        value = {"ibsim", "opensm", "smpquery", "ip", "ping", "nsenter", "unshare", "python3", "gcc", "ifup"},
        root = true)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class KillRoundsIT {
    private static final int ROUNDS = Integer.getInteger("ibportal.kill-rounds", 2);
    private static final long SEED = Long.getLong("ibportal.kill-seed", 20_261_130L);
    private static final Path REPORTS = Path.of(System.getProperty("ibportal.kill-report", "target"));
    private static final Duration CONVERGES = Duration.ofSeconds(120);
    private static final int LATEST_KILL_MS = 700;
    private static final int LONGEST_AWAY_MS = 1500;
    private static final int MOST_CHANGES = 4;
    private static final int MOST_CHANGES_IN_ALL = 8;

    private final ScheduledExecutorService threads = Executors.newScheduledThreadPool(2);
    private Lab lab;
    private Line line;
    private Truth truth;
    private Changes changes;
    private Report report;

    @BeforeAll
    void up(@TempDir(cleanup = CleanupMode.ON_SUCCESS) Path folder) {
        lab = Lab.builder().hosts(4).management().up();
        line = Line.up(lab, folder);
        truth = new Truth(lab, line);
        LabHost[] all = lab.hosts().toArray(LabHost[]::new);
        changes = new Changes(lab, truth, Map.of("red", line.tenant("red", all), "blue", line.tenant("blue", all)));
        report = Report.begin(REPORTS, "kill-rounds");
        Random random = new Random(SEED);
        changes.make(random);
        changes.make(random);
        Waiting.until(CONVERGES, truth::difference);
    }

    @AfterAll
    void down() {
        threads.shutdownNow();
        if (line != null) {
            line.close();
        }
        if (lab != null) {
            lab.close();
        }
    }

    /** What is killed, and how it comes back. */
    private enum Victim {
        OPENSM("OpenSM", 0),
        NODE_DAEMON("daemon of a node", 1000),
        SM_DAEMON("daemon of the subnet manager", 2000),
        PORTAL("portal", 3000),
        POSTGRESQL("PostgreSQL", 4000),
        ALL("everything at once", 5000);

        private final String text;
        private final long seeds;

        Victim(String text, long seeds) {
            this.text = text;
            this.seeds = seeds;
        }

        /** Whether people cannot change anything while it is away. */
        boolean cutsOff() {
            return this == PORTAL || this == POSTGRESQL || this == ALL;
        }
    }

    @Test
    void openSm() throws Exception {
        rounds(Victim.OPENSM, ROUNDS);
    }

    @Test
    void daemonOfANode() throws Exception {
        rounds(Victim.NODE_DAEMON, ROUNDS);
    }

    @Test
    void daemonOfTheSubnetManager() throws Exception {
        rounds(Victim.SM_DAEMON, fewer());
    }

    @Test
    void portal() throws Exception {
        rounds(Victim.PORTAL, fewer());
    }

    @Test
    void postgreSql() throws Exception {
        rounds(Victim.POSTGRESQL, fewer());
    }

    @Test
    void everythingAtOnce() throws Exception {
        rounds(Victim.ALL, fewer());
    }

    /** These take longer. */
    private static int fewer() {
        return Math.max(1, ROUNDS / 5);
    }

    private void rounds(Victim victim, int count) throws Exception {
        for (int i = 0; i < count; i++) {
            round(victim, SEED + victim.seeds + i);
        }
    }

    private void round(Victim victim, long seed) throws Exception {
        Random random = new Random(seed);
        int moment = random.nextInt(LATEST_KILL_MS);
        int away = random.nextInt(LONGEST_AWAY_MS);
        LabHost host = victim == Victim.SM_DAEMON
                ? lab.subnetManagerHost()
                : lab.host(2 + random.nextInt(lab.hosts().size() - 1));
        String before = String.format(
                "%s%s, seed %d: killed after %d ms, away for %d ms",
                victim.text, victim == Victim.NODE_DAEMON ? " " + host : "", seed, moment, away);
        Strangers strangers = new Strangers(truth);
        Future<?> watch = threads.scheduleWithFixedDelay(strangers::look, 0, 1, TimeUnit.MILLISECONDS);
        long start = System.nanoTime();
        Future<?> killed = threads.schedule(() -> kill(victim, host), moment, TimeUnit.MILLISECONDS);
        List<String> tried = change(random, victim);
        killed.get();
        long kill = start + TimeUnit.MILLISECONDS.toNanos(moment);
        Future<?> revived = threads.schedule(
                () -> revive(victim, host), Math.max(0, away - sinceMillis(kill)), TimeUnit.MILLISECONDS);
        while (!revived.isDone() && tried.size() < MOST_CHANGES_IN_ALL) {
            tried.add(changes.one(random, victim.cutsOff()));
        }
        revived.get();
        try {
            Waiting.until(CONVERGES, truth::difference);
        } catch (RuntimeException e) {
            throw new AssertionError(before + ", after " + tried + ": " + e.getMessage(), e);
        }
        long converged = sinceMillis(kill);
        watch.cancel(false);
        strangers.look();
        report.line(
                "%s; %s; converged %d ms after the kill; ports looked at %d times meanwhile",
                before, tried, converged, strangers.looks());
        assertThat(truth.wrong()).as(before).isEmpty();
        assertThat(strangers.looks()).as(before).isPositive();
        assertThat(strangers.found()).as(before).isEmpty();
    }

    private List<String> change(Random random, Victim victim) {
        List<String> tried = new ArrayList<>();
        int count = 1 + random.nextInt(MOST_CHANGES);
        for (int i = 0; i < count; i++) {
            tried.add(changes.one(random, victim.cutsOff()));
        }
        return tried;
    }

    private static long sinceMillis(long nanos) {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - nanos);
    }

    private void kill(Victim victim, LabHost host) {
        switch (victim) {
            case OPENSM -> lab.subnetManager().kill();
            case NODE_DAEMON, SM_DAEMON -> line.daemon(host).kill();
            case PORTAL -> line.killPortal();
            case POSTGRESQL -> line.killDatabase();
            case ALL -> {
                line.killPortal();
                line.killDatabase();
                lab.hosts().forEach(each -> line.daemon(each).kill());
                lab.subnetManager().kill();
            }
        }
    }

    private void revive(Victim victim, LabHost host) {
        switch (victim) {
            case OPENSM -> lab.subnetManager().start();
            case NODE_DAEMON, SM_DAEMON -> line.daemon(host).start();
            case PORTAL -> line.startPortal();
            // By its portal.
            case POSTGRESQL -> {}
            case ALL -> {
                lab.hosts().forEach(each -> line.daemon(each).start());
                lab.subnetManager().start();
                line.startPortal();
            }
        }
    }
}
