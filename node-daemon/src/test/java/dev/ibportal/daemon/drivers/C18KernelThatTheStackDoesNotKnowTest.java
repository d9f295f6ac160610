package dev.ibportal.daemon.drivers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.agent.v1.DriverModule;
import dev.ibportal.agent.v1.DriverOutcome;
import dev.ibportal.agent.v1.DriverResult;
import dev.ibportal.agent.v1.DriverStep;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** C-18, answer A: the mismatch is found first, and no installer is started. */
class C18KernelThatTheStackDoesNotKnowTest {
    @TempDir
    Path dir;

    @Test
    void theInstallIsRefusedAndTheDriverStays() throws IOException {
        DriverBench bench = new DriverBench(dir, "6.99.1-test").loaded("mlx5_core", "mlx5_ib", "ib_ipoib");

        DriverResult result = bench.result(
                DriverBench.job("18", DriverStep.DRIVER_STEP_INSTALL).build());

        assertThat(result.getOutcome()).isEqualTo(DriverOutcome.DRIVER_OUTCOME_REFUSED);
        assertThat(result.getCausesList())
                .filteredOn(cause -> cause.getCode().equals("kernel.too-new"))
                .singleElement()
                .satisfies(cause -> {
                    assertThat(cause.getText()).contains("6.99.1-test", "MLNX_OFED 24.10", "6.8");
                    assertThat(cause.getCanOverride()).isFalse();
                });
        assertThat(bench.commands).allMatch(line -> line.startsWith("uname ") || line.startsWith("modinfo "));
        assertThat(result.getDriverWorks()).isTrue();
        assertThat(result.getSight().getModulesList())
                .filteredOn(DriverModule::getLoaded)
                .extracting(DriverModule::getName)
                .containsExactlyInAnyOrder("mlx5_core", "mlx5_ib", "ib_ipoib");
        assertThat(result.getSight().getActivePortsList()).containsExactly("mlx5_0/1");
    }

    /** Nor by somebody who wants to pass over it. */
    @Test
    void nobodyMayPassOverIt() throws IOException {
        DriverBench bench = new DriverBench(dir, "6.99.1-test").loaded("mlx5_core", "mlx5_ib", "ib_ipoib");

        DriverResult result = bench.result(DriverBench.job("18", DriverStep.DRIVER_STEP_CHECK)
                .addOverrides("kernel.too-new")
                .build());

        assertThat(result.getCausesList()).extracting(cause -> cause.getCode()).containsExactly("kernel.too-new");
    }
}
