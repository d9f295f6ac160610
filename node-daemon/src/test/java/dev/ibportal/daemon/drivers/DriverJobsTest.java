package dev.ibportal.daemon.drivers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.agent.v1.DriverCause;
import dev.ibportal.agent.v1.DriverJob;
import dev.ibportal.agent.v1.DriverOutcome;
import dev.ibportal.agent.v1.DriverResult;
import dev.ibportal.agent.v1.DriverStep;
import dev.ibportal.agent.v1.SessionRequest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DriverJobsTest {
    private static final DriverJob JOB =
            DriverBench.job("a", DriverStep.DRIVER_STEP_CHECK).build();

    @TempDir
    Path dir;

    private DriverBench bench;

    @BeforeEach
    void set() throws IOException {
        bench = new DriverBench(dir, "6.8.0-49-generic").loaded("mlx5_core", "mlx5_ib", "ib_ipoib");
    }

    @Test
    void theSameJobIsDoneOnceAlsoAfterARestart() {
        DriverResult first = bench.result(JOB);
        bench.commands.clear();

        DriverResult again = bench.result(JOB);

        assertThat(first.getOutcome()).isEqualTo(DriverOutcome.DRIVER_OUTCOME_SUCCEEDED);
        assertThat(again).isEqualTo(first);
        assertThat(bench.commands).isEmpty();
    }

    @Test
    void oneThatIsUnderWayAnswersWithItsProgress() {
        List<Runnable> waiting = new ArrayList<>();
        DriverJobs jobs = bench.jobs(waiting::add);

        jobs.take(JOB);
        jobs.take(JOB);

        assertThat(waiting).hasSize(1);
        assertThat(bench.reports).hasSize(2).allMatch(SessionRequest::hasDriverProgress);
    }

    /** The daemon was killed while a job was under way: the next one ends it, and does not do it again. */
    @Test
    void aJobThatWasCutOffIsEndedByTheNextStart() {
        bench.jobs(job -> {}).take(JOB);

        DriverJobs next = bench.jobs(Runnable::run);
        next.start();
        next.take(JOB);

        assertThat(bench.reports)
                .filteredOn(SessionRequest::hasDriverResult)
                .hasSize(2)
                .extracting(SessionRequest::getDriverResult)
                .allSatisfy(result -> {
                    assertThat(result.getOutcome()).isEqualTo(DriverOutcome.DRIVER_OUTCOME_FAILED);
                    assertThat(result.getDriverWorks()).isTrue();
                    assertThat(result.getCausesList())
                            .extracting(DriverCause::getCode)
                            .containsExactly("daemon.restarted");
                });
    }

    @Test
    void causesThatCanBePassedOverArePassedOverAndOthersAreNot() throws IOException {
        bench.root("run/reboot-required", "");
        bench.sys("class/nvme/nvme1/transport", "rdma");

        DriverResult result = bench.result(JOB.toBuilder()
                .addOverrides("reboot.pending")
                .addOverrides("storage.over-rdma")
                .build());

        assertThat(result.getCausesList()).extracting(DriverCause::getCode).containsExactly("storage.over-rdma");
    }

    @Test
    void ofAKernelThatNobodyListedItIsSaid() {
        DriverJob.Builder job = JOB.toBuilder();
        job.getProfileBuilder().clearLastKernel();

        assertThat(bench.result(job.build()).getCausesList())
                .extracting(DriverCause::getCode)
                .containsExactly("kernel.list-not-known");
    }

    @Test
    void aFileThatCannotBeFetchedIsAFailureAndAWrongOneIsRefused() {
        DriverJob.Builder job = DriverBench.job("s", DriverStep.DRIVER_STEP_STAGE);
        job.getArtifactBuilder()
                .setName("ofed.tgz")
                .setSha256("0".repeat(64))
                .addMirrors(dir.resolve("none").toUri().toString());

        DriverResult result = bench.result(job.build());
        job.setJobId("t").getArtifactBuilder().setName("../ofed.tgz");
        DriverResult wrong = bench.result(job.build());

        assertThat(result.getOutcome()).isEqualTo(DriverOutcome.DRIVER_OUTCOME_FAILED);
        assertThat(result.getDriverWorks()).isTrue();
        assertThat(result.getCausesList()).extracting(DriverCause::getCode).containsExactly("artifact.not-fetched");
        assertThat(wrong.getOutcome()).isEqualTo(DriverOutcome.DRIVER_OUTCOME_REFUSED);
        assertThat(wrong.getCausesList()).extracting(DriverCause::getCode).containsExactly("artifact.invalid");
    }
}
