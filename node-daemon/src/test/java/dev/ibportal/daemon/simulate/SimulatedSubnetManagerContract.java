package dev.ibportal.daemon.simulate;

import static dev.ibportal.daemon.simulate.SmBench.A;
import static dev.ibportal.daemon.simulate.SmBench.B;
import static dev.ibportal.daemon.simulate.SmBench.document;
import static dev.ibportal.daemon.simulate.SmBench.full;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.agent.v1.SmMember;
import dev.ibportal.daemon.host.HostFiles.FileMode;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** What holds besides for those that are simulated, which begin with other options. */
abstract class SimulatedSubnetManagerContract extends SubnetManagerContract {
    @Override
    int ways() {
        return 8;
    }

    @Test
    void aKeyAtIndexZero() throws IOException {
        SmBench bench = (SmBench) open();
        bench.files.write("/etc/opensm/opensm.conf", "keep_pkey_indexes FALSE\n", FileMode.WORLD_READABLE);
        SmMember.Builder first = full(A).toBuilder();
        first.getPresentBuilder().setIndex0(true);

        bench.apply(bench.sealedFor(document(1, first.build(), full(B))));

        awaitTable(bench, A, FULL, DEFAULT);
        assertThat(bench.table(A)).startsWith(FULL);
    }
}
