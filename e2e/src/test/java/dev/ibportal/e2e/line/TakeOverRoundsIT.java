package dev.ibportal.e2e.line;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.demo.Waiting;
import dev.ibportal.e2e.bench.Report;
import dev.ibportal.e2e.lab.Lab;
import dev.ibportal.e2e.lab.LabHost;
import dev.ibportal.e2e.lab.LabSubnetManager;
import dev.ibportal.e2e.lab.Ran;
import dev.ibportal.testing.RequiresTools;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two real OpenSMs; the one that rules is killed at seeded random moments of changes, in some rounds with the daemon beside
 * the one that stands by away, so that it takes over with an older file. A few rounds in the normal run; {@code mvn -Pkill}
 * has the whole.
 */
@RequiresTools(
        value = {"ibsim", "opensm", "smpquery", "ip", "ping", "nsenter", "unshare", "python3", "gcc", "ifup"},
        root = true)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TakeOverRoundsIT {
    private static final int ROUNDS = Integer.getInteger("ibportal.kill-rounds", 2);
    private static final long SEED = Long.getLong("ibportal.kill-seed", 20_261_201L);
    private static final Path REPORTS = Path.of(System.getProperty("ibportal.kill-report", "target"));
    private static final Duration CONVERGES = Duration.ofSeconds(120);
    private static final int LATEST_KILL_MS = 700;
    private static final int MOST_CHANGES = 4;

    /** Each newcomer has a lower priority than who rules, and there are sixteen. */
    private static final int ANEW_AFTER = 12;

    private static final Pattern MASTER = Pattern.compile("sm guid (0x[0-9a-f]+),.*SMINFO_MASTER");

    private final ScheduledExecutorService threads = Executors.newScheduledThreadPool(2);
    private Lab lab;
    private Line line;
    private Truth truth;
    private Changes changes;
    private Report report;
    private LabSubnetManager rules;
    private LabSubnetManager standsBy;

    @BeforeAll
    void up(@TempDir(cleanup = CleanupMode.ON_SUCCESS) Path folder) {
        lab = Lab.builder().hosts(4).standby(2).management().up();
        line = Line.up(lab, folder);
        rules = lab.subnetManager();
        standsBy = lab.standbys().get(0);
        truth = new Truth(lab, line);
        LabHost[] all = lab.hosts().toArray(LabHost[]::new);
        changes = new Changes(lab, truth, Map.of("red", line.tenant("red", all), "blue", line.tenant("blue", all)));
        report = Report.begin(REPORTS, "take-over-rounds");
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

    @Test
    void masterAndStandby() throws Exception {
        for (int i = 0; i < ROUNDS; i++) {
            if (i > 0 && i % ANEW_AFTER == 0) {
                anew();
            }
            round(SEED + i, i % 2 == 1);
        }
    }

    private void anew() {
        standsBy.stop();
        rules.stop();
        rules.start();
        standsBy.start();
        Waiting.until(CONVERGES, truth::difference);
    }

    private void round(long seed, boolean behind) throws Exception {
        Random random = new Random(seed);
        int moment = random.nextInt(LATEST_KILL_MS);
        String before = String.format(
                "OpenSM of %s, seed %d: killed after %d ms%s",
                rules.host(), seed, moment, behind ? ", while the daemon beside the other one was away" : "");
        Waiting.until(CONVERGES, () -> notRuling(rules));
        Strangers strangers = new Strangers(truth);
        Future<?> watch = threads.scheduleWithFixedDelay(strangers::look, 0, 1, TimeUnit.MILLISECONDS);
        if (behind) {
            line.daemon(standsBy.host()).kill();
        }
        long start = System.nanoTime();
        Future<?> killed = threads.schedule(rules::kill, moment, TimeUnit.MILLISECONDS);
        List<String> tried = new ArrayList<>();
        int count = 1 + random.nextInt(MOST_CHANGES);
        for (int i = 0; i < count; i++) {
            tried.add(changes.one(random, false));
        }
        killed.get();
        if (behind) {
            line.daemon(standsBy.host()).start();
        }
        LabSubnetManager dead = rules;
        rules = standsBy;
        standsBy = dead;
        Waiting.until(CONVERGES, () -> notRuling(rules));
        long takenOver = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start) - moment;
        Waiting.until(CONVERGES, truth::difference);
        long converged = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start) - moment;
        standsBy.start();
        Waiting.until(CONVERGES, truth::difference);
        watch.cancel(false);
        strangers.look();
        report.line(
                "%s; %s; taken over %d ms and converged %d ms after the kill; ports looked at %d times meanwhile",
                before, tried, takenOver, converged, strangers.looks());
        assertThat(truth.wrong()).as(before).isEmpty();
        assertThat(strangers.looks()).as(before).isPositive();
        assertThat(strangers.found()).as(before).isEmpty();
    }

    /** Empty when it does, as the tools see it from a host that has none. */
    private Optional<String> notRuling(LabSubnetManager manager) {
        Ran said = lab.host(lab.hosts().size()).tool("sminfo");
        Matcher master = MASTER.matcher(said.out());
        long guid = Long.decode(manager.host().portGuid());
        return said.ok() && master.find() && Long.decode(master.group(1)) == guid
                ? Optional.empty()
                : Optional.of("the subnet manager of " + manager.host() + " does not rule: " + said);
    }
}
