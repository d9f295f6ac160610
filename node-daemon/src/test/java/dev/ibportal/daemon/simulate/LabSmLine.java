package dev.ibportal.daemon.simulate;

import dev.ibportal.agent.v1.SmDocument;
import dev.ibportal.daemon.inventory.HostObserver;
import dev.ibportal.daemon.inventory.PortView;
import dev.ibportal.daemon.reconcile.LabBox;
import dev.ibportal.daemon.session.SessionSettings;
import dev.ibportal.daemon.session.SharedRuntime;
import dev.ibportal.daemon.sm.PlainLogFile;
import dev.ibportal.daemon.sm.ProcessTable;
import dev.ibportal.daemon.sm.SmRole;
import dev.ibportal.daemon.sm.SmSettings;
import dev.ibportal.daemon.state.StateDir;
import dev.ibportal.types.Guid;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;

/** The real OpenSM of a lab, with our daemon's role beside it. */
final class LabSmLine implements SmLine {
    private static final String MANAGER = "host1";
    private static final SmSettings SETTINGS = new SmSettings(
            "/etc/opensm/partitions.conf",
            "/run/opensm.pid",
            SmSettings.USUAL_OPTIONS_FILE,
            Duration.ofSeconds(30),
            Duration.ofMillis(500),
            4);

    private final LabBox lab;
    private final Path folder;
    private final Map<Guid, String> hosts;
    private final SmAnswers answers = new SmAnswers();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final ScheduledExecutorService timer = Executors.newScheduledThreadPool(2);
    private SmRole role;

    LabSmLine(LabBox lab, Path folder) {
        this.lab = lab;
        this.folder = folder;
        this.hosts = Map.of(a(), "host2", b(), "host3");
        this.role = role();
    }

    private SmRole role() {
        SmRole made = SmRole.openSm(
                SETTINGS,
                lab.host(MANAGER),
                ProcessTable.linux(),
                new PlainLogFile(lab.root(MANAGER).resolve("var/log/opensm.log")),
                StateDir.open(folder.resolve("sm")),
                new SharedRuntime(threads, timer, Clock.systemUTC(), new Random(1), SessionSettings.USUAL));
        made.start();
        return made;
    }

    private Guid port(String host) {
        try {
            return lab.port(host);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public Guid a() {
        return port("host2");
    }

    @Override
    public Guid b() {
        return port("host3");
    }

    @Override
    public void startManager() {
        lab.subnetManager("start");
    }

    @Override
    public void killManager() {
        lab.subnetManager("kill");
    }

    @Override
    public void restartDaemon() {
        role.close();
        role = role();
    }

    @Override
    public void apply(SmDocument document) {
        role.apply(document, answers::add);
    }

    @Override
    public SmDocument sealedFor(SmDocument.Builder document) {
        return SmBench.sealed(document);
    }

    @Override
    public SmAnswers answers() {
        return answers;
    }

    /** As the host's own kernel shows it. */
    @Override
    public List<Integer> table(Guid port) {
        return new HostObserver(lab.host(Optional.ofNullable(hosts.get(port)).orElseThrow()))
                .observe().hcas().stream()
                        .flatMap(hca -> hca.ports().stream())
                        .filter(one -> one.guid().filter(port::equals).isPresent())
                        .findFirst()
                        .flatMap(PortView::pkeys)
                        .orElseThrow()
                        .stream()
                        .filter(entry -> entry != 0)
                        .toList();
    }

    @Override
    public OptionalLong generation() {
        return role.generation();
    }

    @Override
    public void close() {
        role.close();
        timer.shutdownNow();
        threads.shutdownNow();
    }
}
