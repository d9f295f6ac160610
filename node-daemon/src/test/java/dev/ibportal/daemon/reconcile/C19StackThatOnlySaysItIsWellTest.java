package dev.ibportal.daemon.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.agent.v1.InterfaceState;
import dev.ibportal.agent.v1.InterfaceStatus;
import dev.ibportal.daemon.host.Host;
import dev.ibportal.daemon.host.Reading;
import dev.ibportal.daemon.host.SysFs;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Case C-19: after a change of the kernel the driver stack's service said OK and 0, and two of its modules are not there.
 * What counts is what is loaded.
 */
class C19StackThatOnlySaysItIsWellTest {
    @Test
    void missingModulesAreNamedWithTheKernelAndNothingIsConfigured() throws IOException {
        Bench bench = Bench.ifupdown(builder -> builder.moduleNotLoaded());
        bench.effective(bench.port0, "0x8005");
        Host real = bench.host.host();
        Host broken = new Host(real.commands(), withoutStack(real.sysfs()), real.files(), real.changes(), real.clock());
        bench.reconciler = HostReconciler.open(broken, bench.state, Bench.QUICK);
        bench.host.clearCommandLog();

        InterfaceStatus status = Bench.only(bench.apply(Items.present("if-1", Bench.PORT_0, 0x8005, "10.0.0.1/24")));

        assertThat(status.getState()).isEqualTo(InterfaceState.INTERFACE_STATE_FAILED);
        assertThat(status.getCause()).isEqualTo("driver.module-missing");
        assertThat(status.getMessage()).contains("«mlx5_ib»", "«ib_ipoib»", "6.1.0-41-amd64");
        assertThat(bench.host.changingCommands()).isEmpty();
    }

    /** The core is loaded, but neither mlx5_ib nor ib_ipoib, and so there is no RDMA device. */
    private static SysFs withoutStack(SysFs real) {
        return new SysFs() {
            private boolean isGone(String path) {
                return path.startsWith("class/infiniband") || path.startsWith("module/mlx5_ib");
            }

            @Override
            public Reading<String> read(String path) {
                return isGone(path) ? Reading.missing() : real.read(path);
            }

            @Override
            public Reading<List<String>> list(String path) {
                return isGone(path)
                        ? Reading.missing()
                        : real.list(path)
                                .map(names -> names.stream()
                                        .filter(name -> !name.equals("mlx5_ib"))
                                        .toList());
            }

            @Override
            public Reading<String> resolve(String path) {
                return isGone(path) ? Reading.missing() : real.resolve(path);
            }

            @Override
            public boolean exists(String path) {
                return !isGone(path) && real.exists(path);
            }
        };
    }
}
