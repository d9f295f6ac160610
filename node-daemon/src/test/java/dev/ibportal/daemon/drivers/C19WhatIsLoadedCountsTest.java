package dev.ibportal.daemon.drivers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.agent.v1.DriverOutcome;
import dev.ibportal.agent.v1.DriverResult;
import dev.ibportal.agent.v1.DriverStep;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * C-19: after a change of the kernel {@code openibd restart} prints OK for "Loading HCA driver and access layer" and FAILED
 * for mlx5_ib and ib_ipoib, and ends with 0. What it says is never asked for: the kernel knows.
 */
class C19WhatIsLoadedCountsTest {
    @TempDir
    Path dir;

    @Test
    void modulesThatAreNotThereAreNamedWithTheKernel() throws IOException {
        DriverBench bench = new DriverBench(dir, "6.8.0-49-generic").loaded("mlx5_core");

        DriverResult result = bench.result(
                DriverBench.job("19", DriverStep.DRIVER_STEP_VERIFY).build());

        assertThat(result.getOutcome()).isEqualTo(DriverOutcome.DRIVER_OUTCOME_FAILED);
        assertThat(result.getDriverWorks()).isFalse();
        assertThat(result.getCausesList())
                .singleElement()
                .satisfies(cause -> assertThat(cause.getText())
                        .contains("mlx5_ib", "ib_ipoib", "6.8.0-49-generic")
                        .doesNotContain("mlx5_core"));
    }

    /** The whole kind: installed is not loaded. */
    @Test
    void anotherVersionThanTheInstalledOneIsNoSuccess() throws IOException {
        DriverBench bench = new DriverBench(dir, "6.8.0-49-generic").loaded("mlx5_core", "mlx5_ib", "ib_ipoib");
        bench.sys("module/mlx5_ib/srcversion", "BBBB");

        DriverResult result = bench.result(
                DriverBench.job("19", DriverStep.DRIVER_STEP_VERIFY).build());

        assertThat(result.getOutcome()).isEqualTo(DriverOutcome.DRIVER_OUTCOME_FAILED);
        assertThat(result.getCausesList()).singleElement().satisfies(cause -> {
            assertThat(cause.getCode()).isEqualTo("module.not-the-installed");
            assertThat(cause.getText()).contains("mlx5_ib", "BBBB");
        });
    }

    @Test
    void allThatIsNeededIsThere() throws IOException {
        DriverBench bench = new DriverBench(dir, "6.8.0-49-generic").loaded("mlx5_core", "mlx5_ib", "ib_ipoib");

        DriverResult result = bench.result(
                DriverBench.job("19", DriverStep.DRIVER_STEP_VERIFY).build());

        assertThat(result.getOutcome()).isEqualTo(DriverOutcome.DRIVER_OUTCOME_SUCCEEDED);
        assertThat(result.getDriverWorks()).isTrue();
    }
}
