package dev.ibportal.daemon.drivers;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.ibportal.agent.v1.DriverJob;
import dev.ibportal.agent.v1.DriverOutcome;
import dev.ibportal.agent.v1.DriverResult;
import dev.ibportal.daemon.state.StateDir;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Jobs that were begun here and how they ended, on disk before anything is done for one. So none is run twice, and one that
 * the end of the daemon cut off is known at the next start. A result without an outcome is a job under way.
 */
final class DriverLedger {
    private static final String FILE = "driver-jobs.pb";

    /** A rollout asks a node for some ten things. */
    private static final int REMEMBERED = 200;

    private final StateDir state;
    private final Map<String, DriverResult> jobs = new LinkedHashMap<>();

    DriverLedger(StateDir state) {
        this.state = state;
        state.read(FILE).ifPresent(this::load);
    }

    private void load(byte[] content) {
        try {
            ByteArrayInputStream in = new ByteArrayInputStream(content);
            for (DriverResult job = DriverResult.parseDelimitedFrom(in);
                    job != null;
                    job = DriverResult.parseDelimitedFrom(in)) {
                jobs.put(job.getJobId(), job);
            }
        } catch (InvalidProtocolBufferException e) {
            throw new UncheckedIOException(
                    "the file of driver jobs " + state.path().resolve(FILE) + " is damaged", e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static boolean isUnderWay(DriverResult job) {
        return job.getOutcome() == DriverOutcome.DRIVER_OUTCOME_UNSPECIFIED;
    }

    /** Those that were under way when the daemon ended. */
    synchronized List<DriverResult> cutOff() {
        return jobs.values().stream().filter(DriverLedger::isUnderWay).toList();
    }

    /** What is known of it; empty when it is new, and then it is on disk as under way before this returns. */
    synchronized Optional<DriverResult> begin(DriverJob job) {
        DriverResult known = jobs.get(job.getJobId());
        if (known == null) {
            put(DriverResult.newBuilder()
                    .setJobId(job.getJobId())
                    .setStep(job.getStep())
                    .build());
        }
        return Optional.ofNullable(known);
    }

    synchronized void end(DriverResult result) {
        put(result);
    }

    private void put(DriverResult job) {
        jobs.put(job.getJobId(), job);
        while (jobs.size() > REMEMBERED) {
            jobs.remove(jobs.keySet().iterator().next());
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            for (DriverResult each : jobs.values()) {
                each.writeDelimitedTo(out);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        state.write(FILE, out.toByteArray());
    }
}
