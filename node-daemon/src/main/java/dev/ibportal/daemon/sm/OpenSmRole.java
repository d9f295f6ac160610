package dev.ibportal.daemon.sm;

import dev.ibportal.agent.v1.PortTable;
import dev.ibportal.agent.v1.SessionRequest;
import dev.ibportal.agent.v1.SmDocument;
import dev.ibportal.agent.v1.SmLiveness;
import dev.ibportal.agent.v1.SmReadBack;
import dev.ibportal.agent.v1.SmReadRequest;
import dev.ibportal.agent.v1.SmRefusal;
import dev.ibportal.agent.v1.SmRefusalReason;
import dev.ibportal.daemon.host.Host;
import dev.ibportal.daemon.host.HostFiles.FileMode;
import dev.ibportal.daemon.session.Lane;
import dev.ibportal.daemon.session.SharedRuntime;
import dev.ibportal.daemon.session.SubnetManagerRole;
import dev.ibportal.daemon.session.Times;
import dev.ibportal.daemon.state.StateDir;
import dev.ibportal.opensm.PartitionsConfRenderer;
import dev.ibportal.opensm.SmDocuments;
import dev.ibportal.types.Guid;
import dev.ibportal.types.InvalidValueException;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks after one OpenSM. All work on it is done on one lane; only the newest document of several waiting counts. */
public final class OpenSmRole implements SubnetManagerRole {
    private static final Logger LOG = LoggerFactory.getLogger(OpenSmRole.class);

    private final SmSettings settings;
    private final Host host;
    private final SharedRuntime runtime;
    private final Lane lane;
    private final SmOptions options;
    private final SmStore store;
    private final SmLog log;
    private final OpenSmProcess process;
    private final TableReader tables;
    private final Settling settling = new Settling();
    private final Sightings sightings = new Sightings();
    private final AtomicReference<@Nullable SmDocument> newest = new AtomicReference<>();

    private volatile Consumer<SessionRequest> answers = nobody -> {};
    private volatile boolean closed;

    // Used on the lane only.
    private @Nullable ScheduledFuture<?> nextLook;
    private OpenSmProcess.@Nullable Liveness toldLiveness;
    private Instant toldAt = Instant.MIN;
    private boolean swept;

    public OpenSmRole(
            SmSettings settings,
            Host host,
            ProcessTable processes,
            LogFile logFile,
            StateDir state,
            SharedRuntime runtime) {
        this.settings = settings;
        this.host = host;
        this.runtime = runtime;
        this.lane = new Lane("subnet manager", runtime.threads());
        this.options = new SmOptions(host.files(), settings.optionsFile());
        this.store = new SmStore(state);
        this.log = new SmLog(logFile);
        this.process = new OpenSmProcess(host.commands(), host.files(), processes, settings.pidFile(), log);
        this.tables = new TableReader(host.commands(), runtime.threads(), settings.parallelQueries());
    }

    /** Puts the file of the document on disk in place where it is not, and watches. */
    public void start() {
        lane.execute(() -> {
            store.applied().ifPresent(applied -> sightings.applied(SmDocument.getDefaultInstance(), applied));
            toldNow();
            watch();
        });
    }

    @Override
    public boolean isConfigured() {
        return true;
    }

    /** OpenSM 3.3.23 that keeps no places answers no path record at all, so that its word is not enough. */
    private Optional<String> index0Obstacle() {
        return options.index0Obstacle().or(() -> process.pathObstacle(tables));
    }

    @Override
    public boolean putsIndex0() {
        return index0Obstacle().isEmpty();
    }

    @Override
    public OptionalLong generation() {
        return store.applied()
                .map(document -> OptionalLong.of(document.getGeneration()))
                .orElse(OptionalLong.empty());
    }

    @Override
    public void apply(SmDocument document, Consumer<SessionRequest> to) {
        answers = to;
        newest.set(document);
        lane.execute(() -> {
            SmDocument next = newest.getAndSet(null);
            if (next != null) {
                applyNow(next);
            }
        });
    }

    private void applyNow(SmDocument document) {
        Admission.Verdict verdict = Admission.check(document, store.applied());
        if (verdict instanceof Admission.Verdict.Refused refused) {
            refuse(document, refused.reason(), refused.detail());
            keepWatching();
            return;
        }
        Optional<String> unsafe = Members.index0(document)
                .flatMap(member -> index0Obstacle()
                        .map(why -> "port " + member.port() + " wants " + member.pkey() + " at index 0, but " + why));
        if (unsafe.isPresent()) {
            refuse(document, SmRefusalReason.SM_REFUSAL_REASON_INVALID, unsafe.get());
            keepWatching();
            return;
        }
        Admission.Verdict.Admitted admitted = (Admission.Verdict.Admitted) verdict;
        sightings.applied(store.applied().orElseGet(SmDocument::getDefaultInstance), admitted.resolved());
        // First what must not be forgotten, then the file: a crash between the two is mended by the watch.
        store.save(admitted.resolved());
        if (!write(document, admitted.text())) {
            keepWatching();
            return;
        }
        process.signal().ifPresent(trouble -> LOG.warn("{}", trouble));
        toldNow();
        settling.begin(
                guids(document.getReadBackGuidsList()),
                Members.expectations(admitted.resolved()),
                now(),
                settings.settleLimit());
        toldLiveness = null;
        look();
    }

    private boolean write(SmDocument document, String text) {
        try {
            host.files().write(settings.partitionsFile(), text, FileMode.WORLD_READABLE);
            return true;
        } catch (IOException e) {
            refuse(
                    document,
                    SmRefusalReason.SM_REFUSAL_REASON_WRITE_FAILED,
                    settings.partitionsFile() + " could not be written: " + e.getMessage());
            return false;
        }
    }

    private void refuse(SmDocument document, SmRefusalReason reason, String detail) {
        LOG.error("subnet manager document {} refused: {}", document.getGeneration(), detail);
        answers.accept(SessionRequest.newBuilder()
                .setSmRefusal(SmRefusal.newBuilder()
                        .setFabricId(document.getFabricId())
                        .setGeneration(document.getGeneration())
                        .setReason(reason)
                        .setDetail(detail))
                .build());
    }

    /** Reads the ports that are waited for, tells what is new, and comes back while there is something to wait for. */
    private void look() {
        if (nextLook != null) {
            nextLook.cancel(false);
        }
        if (closed) {
            return;
        }
        if (store.applied().isPresent()) {
            if (process.signalIfAnother(trouble -> LOG.warn("{}", trouble))) {
                toldNow();
            }
        }
        OpenSmProcess.Liveness liveness = process.liveness();
        Set<Guid> ports = liveness.state() == SmLiveness.SM_LIVENESS_NOT_RUNNING ? Set.of() : settling.ports();
        List<PortTable> news = settling.took(read(ports), now());
        boolean livenessIsNews = toldLiveness == null || toldLiveness.state() != liveness.state();
        if (livenessIsNews || !news.isEmpty()) {
            tell(liveness, news);
        }
        if (newest.get() == null) {
            boolean patient = ports.isEmpty() || settling.isDone() || settling.isOverdue(now());
            nextLook = patient ? after(settings.watchEvery(), this::watch) : after(settling.nextWait(), this::look);
        }
    }

    private void toldNow() {
        toldAt = now();
        swept = false;
    }

    /** The tables of these ports, without those that prove nothing yet. */
    private Map<Guid, PortTable> read(Set<Guid> ports) {
        swept = swept || log.hasSwept() || toldAt.plus(settings.settleLimit()).isBefore(now());
        return sightings.proving(tables.read(ports), swept);
    }

    /** A look that left the next one to a document which then came to nothing must not have been the last. */
    private void keepWatching() {
        if (!closed && (nextLook == null || nextLook.isDone())) {
            nextLook = after(settings.watchEvery(), this::watch);
        }
    }

    private ScheduledFuture<?> after(Duration wait, Runnable job) {
        return runtime.timer().schedule(() -> lane.execute(job), wait.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void watch() {
        store.applied().ifPresent(this::mendFile);
        look();
    }

    /** Somebody else's hand in the file, or a crash of ours before it was written. */
    private void mendFile(SmDocument applied) {
        String text = PartitionsConfRenderer.render(SmDocuments.conf(applied));
        boolean same = host.files()
                .read(settings.partitionsFile())
                .found()
                .map(text::equals)
                .orElse(false);
        if (!same) {
            LOG.warn(
                    "{} is not what generation {} says; putting it back",
                    settings.partitionsFile(),
                    applied.getGeneration());
            try {
                host.files().write(settings.partitionsFile(), text, FileMode.WORLD_READABLE);
                process.signal().ifPresent(trouble -> LOG.warn("{}", trouble));
            } catch (IOException e) {
                LOG.error("{} could not be put back: {}", settings.partitionsFile(), e.getMessage());
            }
        }
    }

    @Override
    public void read(SmReadRequest request, Consumer<SessionRequest> to) {
        answers = to;
        lane.execute(() -> {
            OpenSmProcess.Liveness liveness = process.liveness();
            Set<Guid> ports = guids(request.getGuidsList());
            tell(
                    liveness,
                    request.getFabricId(),
                    liveness.state() == SmLiveness.SM_LIVENESS_NOT_RUNNING
                            ? unreachable(ports)
                            : List.copyOf(read(ports).values()));
        });
    }

    /** Ports are found by the subnet manager's own path records, so without it none can be asked. */
    private static List<PortTable> unreachable(Set<Guid> ports) {
        return ports.stream()
                .map(port -> PortTable.newBuilder()
                        .setPortGuid(port.toString())
                        .setDetail("not asked: the subnet manager that finds ports is not running")
                        .build())
                .toList();
    }

    private void tell(OpenSmProcess.Liveness liveness, List<PortTable> news) {
        store.applied().ifPresent(applied -> tell(liveness, applied.getFabricId(), news));
    }

    private void tell(OpenSmProcess.Liveness liveness, String fabricId, List<PortTable> news) {
        toldLiveness = liveness;
        SmReadBack.Builder readBack = SmReadBack.newBuilder()
                .setFabricId(fabricId)
                .setObservedAt(Times.timestamp(now()))
                .setLiveness(liveness.state())
                .setLivenessDetail(liveness.detail())
                .addAllTables(news)
                .addAllLogLines(log.warnings())
                .addAllKeys(options.keys());
        generation().ifPresent(readBack::setGeneration);
        answers.accept(SessionRequest.newBuilder().setSmReadBack(readBack).build());
    }

    private static Set<Guid> guids(Collection<String> texts) {
        Set<Guid> guids = new LinkedHashSet<>();
        for (String text : texts) {
            try {
                guids.add(Guid.parse(text));
            } catch (InvalidValueException e) {
                LOG.warn("not read back: {}", e.getMessage());
            }
        }
        return guids;
    }

    private Instant now() {
        return runtime.clock().instant();
    }

    @Override
    public void close() {
        closed = true;
        lane.execute(() -> {
            if (nextLook != null) {
                nextLook.cancel(false);
            }
        });
    }
}
