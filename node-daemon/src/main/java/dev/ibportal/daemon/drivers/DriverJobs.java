package dev.ibportal.daemon.drivers;

import com.google.protobuf.Timestamp;
import dev.ibportal.agent.v1.DriverCause;
import dev.ibportal.agent.v1.DriverJob;
import dev.ibportal.agent.v1.DriverModule;
import dev.ibportal.agent.v1.DriverOutcome;
import dev.ibportal.agent.v1.DriverProgress;
import dev.ibportal.agent.v1.DriverResult;
import dev.ibportal.agent.v1.DriverSight;
import dev.ibportal.agent.v1.SessionRequest;
import dev.ibportal.daemon.host.Host;
import dev.ibportal.daemon.state.StateDir;
import dev.ibportal.types.InvalidValueException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/** Does jobs about drivers, each at most once and one after the other. */
public final class DriverJobs {
    /** What a daemon says in its greeting when it has these. */
    public static final List<String> CAPABILITIES = List.of("drivers.check", "drivers.stage", "drivers.verify");

    private static final Duration USUAL_LIMIT = Duration.ofHours(1);

    private static final Sight NOTHING = new Sight("", List.of(), List.of());

    private final Host host;
    private final DriverLedger ledger;
    private final ArtifactStore artifacts;
    private final Executor lane;
    private final Consumer<SessionRequest> reports;

    /** @param lane does one thing after the other */
    public DriverJobs(Host host, StateDir state, Executor lane, Consumer<SessionRequest> reports) {
        this.host = host;
        this.ledger = new DriverLedger(state);
        this.artifacts = new ArtifactStore(state.path().resolve("driver-artifacts"));
        this.lane = lane;
        this.reports = reports;
    }

    /** Ends what the end of the daemon cut off, with what is found now. */
    public void start() {
        lane.execute(() -> ledger.cutOff()
                .forEach(job -> end(result(
                        DriverJob.newBuilder()
                                .setJobId(job.getJobId())
                                .setStep(job.getStep())
                                .build(),
                        DriverOutcome.DRIVER_OUTCOME_FAILED,
                        List.of(Trouble.firm(
                                "daemon.restarted",
                                "the daemon was restarted while this was going on",
                                "look at what is loaded, and try again")),
                        look(DriverFacts.of(host))))));
    }

    public void take(DriverJob job) {
        Optional<DriverResult> known = ledger.begin(job);
        if (known.isEmpty()) {
            progress(job, OptionalInt.empty());
            lane.execute(() -> end(run(job)));
        } else if (DriverLedger.isUnderWay(known.get())) {
            progress(job, OptionalInt.empty());
        } else {
            send(known.get());
        }
    }

    private DriverResult run(DriverJob job) {
        try {
            DriverFacts facts = DriverFacts.of(host);
            return switch (job.getStep()) {
                case DRIVER_STEP_CHECK -> check(job, facts, List.of());
                case DRIVER_STEP_VERIFY -> verify(job, look(facts));
                case DRIVER_STEP_STAGE -> stage(job, look(facts));
                case DRIVER_STEP_INSTALL, DRIVER_STEP_REVERT, DRIVER_STEP_UNSPECIFIED, UNRECOGNIZED ->
                    check(
                            job,
                            facts,
                            List.of(Trouble.firm(
                                    "step.not-known",
                                    "this daemon checks, fetches and verifies drivers, and does not change them",
                                    "install a newer daemon")));
            };
        } catch (RuntimeException e) {
            return result(
                    job,
                    DriverOutcome.DRIVER_OUTCOME_FAILED,
                    List.of(Trouble.firm("daemon.failed", String.valueOf(e), "look at the daemon's own log")),
                    NOTHING);
        }
    }

    /** @param more what speaks against it besides */
    private DriverResult check(DriverJob job, DriverFacts facts, List<Trouble> more) {
        List<Trouble> troubles = PreChecks.of(host, job, facts.shape());
        troubles.addAll(more);
        return result(
                job,
                troubles.isEmpty() ? DriverOutcome.DRIVER_OUTCOME_SUCCEEDED : DriverOutcome.DRIVER_OUTCOME_REFUSED,
                troubles,
                look(facts));
    }

    private DriverResult stage(DriverJob job, Sight sight) {
        if (!job.hasArtifact()) {
            return result(
                    job,
                    DriverOutcome.DRIVER_OUTCOME_REFUSED,
                    List.of(Trouble.firm(
                            "step.not-known",
                            "this daemon fetches files, and no packages of the distribution",
                            "install a newer daemon")),
                    sight);
        }
        try {
            Duration limit = job.hasTimeLimit()
                    ? Duration.ofSeconds(
                            job.getTimeLimit().getSeconds(), job.getTimeLimit().getNanos())
                    : USUAL_LIMIT;
            ArtifactStore.Fetched fetched = artifacts.fetch(
                    Artifact.of(job.getArtifact()), limit, percent -> progress(job, OptionalInt.of(percent)));
            return result(
                    job,
                    fetched.file().isPresent()
                            ? DriverOutcome.DRIVER_OUTCOME_SUCCEEDED
                            : DriverOutcome.DRIVER_OUTCOME_FAILED,
                    fetched.troubles(),
                    sight);
        } catch (InvalidValueException e) {
            return result(
                    job,
                    DriverOutcome.DRIVER_OUTCOME_REFUSED,
                    List.of(Trouble.firm(e.code(), String.valueOf(e.getMessage()), "mend the catalogue")),
                    sight);
        }
    }

    private static DriverResult verify(DriverJob job, Sight sight) {
        List<Trouble> troubles = sight.troubles(NOTHING);
        return result(
                job,
                troubles.isEmpty() ? DriverOutcome.DRIVER_OUTCOME_SUCCEEDED : DriverOutcome.DRIVER_OUTCOME_FAILED,
                troubles,
                sight);
    }

    private Sight look(DriverFacts facts) {
        return Sight.of(host, StackModules.needed(facts.shape().generations()));
    }

    private static DriverResult result(DriverJob job, DriverOutcome outcome, List<Trouble> troubles, Sight sight) {
        DriverResult.Builder result = DriverResult.newBuilder()
                .setJobId(job.getJobId())
                .setStep(job.getStep())
                .setOutcome(outcome);
        troubles.forEach(trouble -> result.addCauses(DriverCause.newBuilder()
                .setCode(trouble.code())
                .setText(trouble.text())
                .setRemedy(trouble.remedy())
                .setCanOverride(trouble.canOverride())));
        if (!sight.equals(NOTHING)) {
            result.setDriverWorks(sight.works()).setSight(message(sight));
        }
        return result.build();
    }

    private static DriverSight message(Sight sight) {
        DriverSight.Builder message =
                DriverSight.newBuilder().setKernel(sight.kernel()).addAllActivePorts(sight.activePorts());
        sight.modules()
                .forEach(module -> message.addModules(DriverModule.newBuilder()
                        .setName(module.name())
                        .setLoaded(module.loaded())
                        .setLoadedSrcversion(module.loadedVersion())
                        .setFileSrcversion(module.fileVersion())
                        .setFile(module.file())));
        return message.build();
    }

    private void end(DriverResult result) {
        Instant now = host.clock().instant();
        DriverResult ended = result.toBuilder()
                .setEndedAt(
                        Timestamp.newBuilder().setSeconds(now.getEpochSecond()).setNanos(now.getNano()))
                .build();
        ledger.end(ended);
        send(ended);
    }

    private void send(DriverResult result) {
        reports.accept(SessionRequest.newBuilder().setDriverResult(result).build());
    }

    private void progress(DriverJob job, OptionalInt percent) {
        DriverProgress.Builder progress =
                DriverProgress.newBuilder().setJobId(job.getJobId()).setStep(job.getStep());
        progress.setMessage(
                switch (job.getStep()) {
                    case DRIVER_STEP_VERIFY -> "looking at what is loaded";
                    case DRIVER_STEP_STAGE -> "fetching " + job.getArtifact().getName();
                    case DRIVER_STEP_CHECK,
                            DRIVER_STEP_INSTALL,
                            DRIVER_STEP_REVERT,
                            DRIVER_STEP_UNSPECIFIED,
                            UNRECOGNIZED -> "looking for what speaks against it";
                });
        percent.ifPresent(progress::setPercent);
        reports.accept(SessionRequest.newBuilder().setDriverProgress(progress).build());
    }
}
