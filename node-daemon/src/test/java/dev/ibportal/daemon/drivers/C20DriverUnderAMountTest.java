package dev.ibportal.daemon.drivers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.agent.v1.DriverCause;
import dev.ibportal.agent.v1.DriverOutcome;
import dev.ibportal.agent.v1.DriverResult;
import dev.ibportal.agent.v1.DriverStep;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** C-20: rpcrdma uses rdma_cm, nvidia_peermem uses ib_uverbs (count 2), and one NFS mount has proto=rdma. */
class C20DriverUnderAMountTest {
    @TempDir
    Path dir;

    private DriverBench bench;

    @BeforeEach
    void set() throws IOException {
        bench = new DriverBench(dir, "6.8.0-49-generic").loaded("mlx5_core", "mlx5_ib", "ib_ipoib");
        bench.root("proc/modules", """
                rpcrdma 86016 1 - Live 0x0000000000000000
                rdma_cm 139264 1 rpcrdma, Live 0x0000000000000000
                nvidia_peermem 16384 0 - Live 0x0000000000000000
                ib_uverbs 180224 2 nvidia_peermem, Live 0x0000000000000000
                mlx5_core 2310144 1 mlx5_ib, Live 0x0000000000000000
                mlx5_ib 466944 0 - Live 0x0000000000000000
                """);
        bench.root("proc/1/mounts", """
                /dev/sda1 / ext4 rw,relatime 0 0
                storage:/data /data nfs4 rw,relatime,proto=rdma,port=20049 0 0
                """);
    }

    private static String said(DriverResult result) {
        return result.getCausesList().stream().map(DriverCause::getText).collect(Collectors.joining("; "));
    }

    @Test
    void itIsRefusedBeforeAnythingIsUnloaded() {
        DriverResult result = bench.result(
                DriverBench.job("20", DriverStep.DRIVER_STEP_INSTALL).build());

        assertThat(result.getOutcome()).isEqualTo(DriverOutcome.DRIVER_OUTCOME_REFUSED);
        assertThat(said(result)).contains("rpcrdma", "nvidia_peermem", "/data", "1 devices of it open");
        assertThat(bench.commands)
                .isNotEmpty()
                .noneMatch(line -> line.startsWith("rmmod")
                        || line.startsWith("modprobe -r")
                        || line.startsWith("umount")
                        || line.contains("openibd"));
    }

    @Test
    void whatIsInUseDoesNotMatterForTheNextReboot() {
        DriverResult result = bench.result(DriverBench.job("20", DriverStep.DRIVER_STEP_CHECK)
                .setAtNextReboot(true)
                .build());

        assertThat(result.getOutcome()).isEqualTo(DriverOutcome.DRIVER_OUTCOME_SUCCEEDED);
        assertThat(bench.commands).allMatch(line -> line.startsWith("uname ") || line.startsWith("modinfo "));
    }

    /** What cannot be looked at may be in use. */
    @Test
    void aTableThatIsNotUnderstoodIsNotTakenForEmpty() throws IOException {
        bench.root("proc/modules", "rdma_cm lots of them\n");

        DriverResult result =
                bench.result(DriverBench.job("20", DriverStep.DRIVER_STEP_CHECK).build());

        assertThat(result.getCausesList()).extracting(DriverCause::getCode).contains("modules.not-known");
    }
}
