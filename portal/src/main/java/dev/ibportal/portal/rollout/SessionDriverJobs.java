package dev.ibportal.portal.rollout;

import dev.ibportal.agent.v1.DriverCause;
import dev.ibportal.agent.v1.DriverJob;
import dev.ibportal.agent.v1.DriverLog;
import dev.ibportal.agent.v1.DriverOutcome;
import dev.ibportal.agent.v1.DriverProfile;
import dev.ibportal.agent.v1.DriverProgress;
import dev.ibportal.agent.v1.DriverResult;
import dev.ibportal.agent.v1.DriverStack;
import dev.ibportal.agent.v1.DriverStep;
import dev.ibportal.agent.v1.SessionResponse;
import dev.ibportal.drivers.Catalogue;
import dev.ibportal.drivers.Profile;
import dev.ibportal.portal.rollout.WorkSql.Job;
import dev.ibportal.portal.rollout.WorkSql.Order;
import dev.ibportal.portal.session.live.NodeSession;
import dev.ibportal.portal.session.live.SessionEvents;
import dev.ibportal.portal.session.live.Sessions;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Instance;
import java.util.Collection;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;

/** Jobs of drivers over the sessions that are open on this portal. */
@ApplicationScoped
class SessionDriverJobs implements DriverJobs, SessionEvents {
    private static final String CAPABILITY = "drivers";

    private final Instance<Sessions> sessions;
    private final JobReports reports;

    /** @param sessions asked for late, because they know all that listens to them */
    SessionDriverJobs(Instance<Sessions> sessions, JobReports reports) {
        this.sessions = sessions;
        this.reports = reports;
    }

    @Override
    public Collection<UUID> connected() {
        return sessions.get().all().stream()
                .filter(session -> session.can(CAPABILITY))
                .map(NodeSession::nodeId)
                .toList();
    }

    @Override
    public void ask(Order order) {
        sessions.get()
                .find(order.node())
                .ifPresent(session -> session.send(
                        SessionResponse.newBuilder().setDriverJob(job(order)).build()));
    }

    private static DriverJob job(Order order) {
        Profile profile = Catalogue.read(order.profile()).profiles().get(0);
        DriverJob.Builder job = DriverJob.newBuilder()
                .setJobId(order.id().toString())
                .setStep(step(order.step()))
                .setProfile(DriverProfile.newBuilder()
                        .setId(profile.id())
                        .setStack(stack(profile))
                        .setVersion(profile.version())
                        .addAllPackages(profile.packages())
                        .setLastKernel(profile.lastKernel()));
        Optional.ofNullable(order.reverts()).ifPresent(reverted -> job.setReverts(reverted.toString()));
        return job.build();
    }

    private static DriverStack stack(Profile profile) {
        return switch (profile.stack()) {
            case INBOX -> DriverStack.DRIVER_STACK_INBOX;
            case MLNX_OFED -> DriverStack.DRIVER_STACK_MLNX_OFED;
            case DOCA_OFED -> DriverStack.DRIVER_STACK_DOCA_OFED;
            case OPENFABRICS -> DriverStack.DRIVER_STACK_OPENFABRICS;
        };
    }

    private static DriverStep step(String state) {
        return switch (state) {
            case "staging" -> DriverStep.DRIVER_STEP_STAGE;
            case "checking" -> DriverStep.DRIVER_STEP_CHECK;
            case "installing" -> DriverStep.DRIVER_STEP_INSTALL;
            case "validating" -> DriverStep.DRIVER_STEP_VERIFY;
            case "going-back" -> DriverStep.DRIVER_STEP_REVERT;
            default -> throw new IllegalArgumentException("no daemon is asked for anything while a node is " + state);
        };
    }

    @Override
    public void driver(NodeSession session, DriverProgress progress) {
        id(progress.getJobId())
                .ifPresent(job ->
                        reports.told(session.nodeId(), job, new Job("running", progress.getMessage(), false, false)));
    }

    @Override
    public void driver(NodeSession session, DriverLog log) {
        id(log.getJobId())
                .ifPresent(
                        job -> reports.said(session.nodeId(), job, log.getText().strip()));
    }

    @Override
    public void driver(NodeSession session, DriverResult result) {
        id(result.getJobId()).ifPresent(job -> reports.told(session.nodeId(), job, told(result)));
    }

    private static Job told(DriverResult result) {
        boolean reboot = result.getOutcome() == DriverOutcome.DRIVER_OUTCOME_PENDING_REBOOT;
        boolean well = reboot || result.getOutcome() == DriverOutcome.DRIVER_OUTCOME_SUCCEEDED;
        // Refused: nothing was touched, so what was there before is there still.
        boolean works = result.getOutcome() == DriverOutcome.DRIVER_OUTCOME_ROLLED_BACK
                || result.getOutcome() == DriverOutcome.DRIVER_OUTCOME_REFUSED
                || (result.hasDriverWorks() && result.getDriverWorks());
        return new Job(well ? "succeeded" : "failed", causes(result), reboot, works);
    }

    private static String causes(DriverResult result) {
        return result.getCausesList().stream().map(SessionDriverJobs::cause).collect(Collectors.joining("; "));
    }

    private static String cause(DriverCause cause) {
        return cause.getRemedy().isEmpty() ? cause.getText() : cause.getText() + " (" + cause.getRemedy() + ")";
    }

    /** A daemon may know jobs that are none of this portal's. */
    private static Optional<UUID> id(String text) {
        try {
            return Optional.of(UUID.fromString(text));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
