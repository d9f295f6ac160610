package dev.ibportal.daemon.sm;

import com.google.protobuf.ByteString;
import dev.ibportal.agent.v1.PortTable;
import dev.ibportal.agent.v1.SessionRequest;
import dev.ibportal.agent.v1.SmDocument;
import dev.ibportal.agent.v1.SmKind;
import dev.ibportal.agent.v1.SmLiveness;
import dev.ibportal.agent.v1.SmReadBack;
import dev.ibportal.agent.v1.SmReadRequest;
import dev.ibportal.agent.v1.SmRefusal;
import dev.ibportal.agent.v1.SmRefusalReason;
import dev.ibportal.daemon.host.Host;
import dev.ibportal.daemon.journal.Actions;
import dev.ibportal.daemon.session.Lane;
import dev.ibportal.daemon.session.SharedRuntime;
import dev.ibportal.daemon.session.SubnetManagerRole;
import dev.ibportal.daemon.session.Times;
import dev.ibportal.daemon.state.StateDir;
import dev.ibportal.daemon.survey.Surveyor;
import dev.ibportal.types.Guid;
import dev.ibportal.types.InvalidValueException;
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

/** Looks after one subnet manager. All work on it is done on one lane; only the newest document of several waiting counts. */
public final class SmRole implements SubnetManagerRole {
    private static final int NAMED_LOSSES = 5;
    private static final Logger LOG = LoggerFactory.getLogger(SmRole.class);

    /** Between two pieces of a long change, so that a newer document or a question gets its turn. */
    private static final Duration BREATH = Duration.ofMillis(5);

    private final SmPace pace;
    private final Manager manager;
    private final SharedRuntime runtime;
    private final Lane lane;
    private final SmStore store;
    private final TableReader tables;
    private final Surveyor surveyor;
    private final Settling settling = new Settling();
    private final Sightings sightings = new Sightings();
    private final AtomicReference<@Nullable SmDocument> newest = new AtomicReference<>();

    private volatile Consumer<SessionRequest> answers = nobody -> {};
    private volatile boolean closed;

    // Used on the lane only.
    private @Nullable ScheduledFuture<?> nextLook;
    private @Nullable Liveness toldLiveness;
    private Instant toldAt = Instant.MIN;
    private boolean swept;

    private SmRole(SmPace pace, Manager manager, Host host, StateDir state, SharedRuntime runtime) {
        this.pace = pace;
        this.manager = manager;
        this.runtime = runtime;
        this.lane = new Lane("subnet manager", runtime.threads());
        this.store = new SmStore(state);
        this.tables = new TableReader(host.commands(), runtime.threads(), pace.parallelQueries());
        this.surveyor = new Surveyor(host.commands(), runtime.threads(), runtime.clock(), pace.surveyEvery());
    }

    /** An OpenSM on this host. */
    public static SmRole openSm(
            SmSettings settings,
            Host host,
            ProcessTable processes,
            LogFile log,
            StateDir state,
            SharedRuntime runtime) {
        return new SmRole(settings.pace(), new OpenSmManager(settings, host, processes, log), host, state, runtime);
    }

    /** A UFM that this host reaches over its REST interface; ports are read from here all the same. */
    public static SmRole ufm(UfmSettings settings, Host host, Actions actions, StateDir state, SharedRuntime runtime) {
        Manager manager = new UfmManager(settings, new UfmClient(settings), host.commands(), actions, runtime.clock());
        return new SmRole(settings.pace(), manager, host, state, runtime);
    }

    /** Puts the document on disk in force where it is not, and watches. */
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

    @Override
    public String kind() {
        return manager.name();
    }

    private Optional<String> index0Obstacle() {
        return manager.index0Obstacle(tables);
    }

    @Override
    public boolean hasServiceLevels() {
        return manager.hasServiceLevels();
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
        Admission.Verdict.Admitted admitted = (Admission.Verdict.Admitted) verdict;
        Optional<String> unfit =
                wrongKind(document).or(() -> index0Trouble(document)).or(() -> manager.obstacle(admitted.resolved()));
        if (unfit.isPresent()) {
            refuse(document, SmRefusalReason.SM_REFUSAL_REASON_INVALID, unfit.get());
            keepWatching();
            return;
        }
        Optional<String> loss = document.getReplacesFound() ? Optional.empty() : loss(admitted.resolved());
        if (loss.isPresent()) {
            refuse(document, SmRefusalReason.SM_REFUSAL_REASON_FOUND_FILE, loss.get());
            keepWatching();
            return;
        }
        sightings.applied(store.applied().orElseGet(SmDocument::getDefaultInstance), admitted.resolved());
        // First what must not be forgotten, then the manager: a crash between the two is mended by the watch.
        store.save(admitted.resolved());
        Optional<String> failure = manager.put(admitted.resolved(), admitted.text());
        if (failure.isPresent()) {
            refuse(document, SmRefusalReason.SM_REFUSAL_REASON_WRITE_FAILED, failure.get());
            keepWatching();
            return;
        }
        toldNow();
        settling.begin(
                guids(document.getReadBackGuidsList()),
                Members.expectations(admitted.resolved()),
                now(),
                pace.settleLimit());
        toldLiveness = null;
        look();
    }

    private Optional<String> loss(SmDocument resolved) {
        List<String> losses = manager.losses(resolved);
        if (losses.isEmpty()) {
            return Optional.empty();
        }
        String more = losses.size() > NAMED_LOSSES ? " and " + (losses.size() - NAMED_LOSSES) + " more" : "";
        return Optional.of("the subnet manager's configuration was written by hand, and replacing it would take away "
                + String.join("; ", losses.subList(0, Math.min(NAMED_LOSSES, losses.size()))) + more
                + ". Nothing was changed. Take the file over first, or allow the fabric's settings to replace it");
    }

    private Optional<String> wrongKind(SmDocument document) {
        boolean forUfm = document.getSmKind() == SmKind.SM_KIND_UFM;
        return forUfm == (manager.kind() == SmKind.SM_KIND_UFM)
                ? Optional.empty()
                : Optional.of("the fabric is one of " + (forUfm ? "UFM" : "OpenSM")
                        + ", but this daemon is configured for " + manager.name());
    }

    private Optional<String> index0Trouble(SmDocument document) {
        return Members.index0(document)
                .flatMap(member -> index0Obstacle()
                        .map(why -> "port " + member.port() + " wants " + member.pkey() + " at index 0, but " + why));
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
        store.applied().filter(manager::look).ifPresent(told -> toldNow());
        if (manager.progress() == Manager.Progress.MORE && newest.get() == null) {
            nextLook = after(BREATH, this::look);
            return;
        }
        Liveness liveness = manager.liveness();
        boolean livenessIsNews = toldLiveness == null || liveness.isNewsAfter(toldLiveness);
        if (livenessIsNews) {
            store.applied().filter(manager::look).ifPresent(told -> toldNow());
        }
        Set<Guid> ports = liveness.state() == SmLiveness.SM_LIVENESS_NOT_RUNNING ? Set.of() : settling.ports();
        List<PortTable> news = settling.took(read(ports), now());
        if (livenessIsNews || !news.isEmpty()) {
            tell(liveness, news);
        }
        if (newest.get() == null) {
            boolean patient = ports.isEmpty()
                    || settling.isDone()
                    || settling.isOverdue(now())
                    || manager.progress() == Manager.Progress.STUCK;
            nextLook = patient ? after(pace.watchEvery(), this::watch) : after(settling.nextWait(), this::look);
        }
    }

    private void toldNow() {
        toldAt = now();
        swept = false;
    }

    /** The tables of these ports, without those that prove nothing yet. */
    private Map<Guid, PortTable> read(Set<Guid> ports) {
        if (manager.progress() != Manager.Progress.DONE) {
            return sightings.whileBehind(tables.read(ports));
        }
        swept = swept || manager.hasSwept() || toldAt.plus(pace.settleLimit()).isBefore(now());
        return sightings.proving(tables.read(ports), swept);
    }

    /** A look that left the next one to a document which then came to nothing must not have been the last. */
    private void keepWatching() {
        if (!closed && (nextLook == null || nextLook.isDone())) {
            nextLook = after(pace.watchEvery(), this::watch);
        }
    }

    private ScheduledFuture<?> after(Duration wait, Runnable job) {
        return runtime.timer().schedule(() -> lane.execute(job), wait.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void watch() {
        store.applied().filter(manager::mend).ifPresent(told -> toldNow());
        look();
    }

    @Override
    public void read(SmReadRequest request, Consumer<SessionRequest> to) {
        answers = to;
        if (!request.getWithoutSurvey()) {
            surveyor.lookIfDue(request.getFabricId(), to);
        }
        lane.execute(() -> {
            Liveness liveness = manager.liveness();
            if (toldLiveness != null && liveness.isNewsAfter(toldLiveness)) {
                store.applied().filter(manager::look).ifPresent(told -> toldNow());
            }
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

    private void tell(Liveness liveness, List<PortTable> news) {
        store.applied().ifPresent(applied -> tell(liveness, applied.getFabricId(), news));
    }

    private void tell(Liveness liveness, String fabricId, List<PortTable> news) {
        toldLiveness = liveness;
        SmReadBack.Builder readBack = SmReadBack.newBuilder()
                .setFabricId(fabricId)
                .setObservedAt(Times.timestamp(now()))
                .setLiveness(liveness.state())
                .setLivenessDetail(liveness.detail())
                .addAllTables(news)
                .addAllLogLines(manager.warnings())
                .addAllKeys(manager.keys())
                .setMastery(liveness.mastery())
                .setMasterGuid(liveness.master());
        manager.configurationDigest().ifPresent(digest -> readBack.setPartitionsSha256(ByteString.copyFrom(digest)));
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
