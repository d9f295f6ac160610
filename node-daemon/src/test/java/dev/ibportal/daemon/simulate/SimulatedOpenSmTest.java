package dev.ibportal.daemon.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.ibportal.daemon.host.HostFiles.FileMode;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SimulatedOpenSmTest {
    @TempDir
    Path dir;

    private SmBench bench;

    @BeforeEach
    void set() {
        bench = new SmBench(dir);
    }

    @AfterEach
    void close() {
        bench.close();
    }

    @Test
    void aMissingFileOpensTheFabric() {
        bench.subnetManager.start();
        assertThat(bench.fabric.ports())
                .allSatisfy(port -> assertThat(port.table()).containsExactly(0xffff));
    }

    @Test
    void aBrokenFileOpensTheFabricAndSaysSo() throws IOException {
        bench.files.write(
                SimulatedOpenSm.PARTITIONS_FILE, "red=0x0001 0x000000000000000a=full;\n", FileMode.WORLD_READABLE);
        bench.subnetManager.start();

        assertThat(bench.fabric.port(SmBench.A).orElseThrow().table()).containsExactly(0xffff);
        assertThat(bench.subnetManager.log().from(0, 10_000))
                .contains("PARSE ERROR", "retrying with default config", "SUBNET UP");
    }

    @Test
    void deadItLeavesThePortsAsTheyAre() {
        bench.subnetManager.start();
        bench.subnetManager.die();
        assertThat(bench.subnetManager.info()).isEmpty();
        assertThat(bench.subnetManager.hangup(4200)).isFalse();
        assertThat(bench.fabric.port(SmBench.A).orElseThrow().table()).containsExactly(0xffff);
    }

    @Test
    void aPortThatComesBackGetsTheKeysOfNow() {
        bench.subnetManager.start();
        FabricPort port = bench.fabric.port(SmBench.A).orElseThrow();
        bench.fabric.change(() -> port.link(false));
        bench.apply(SmBench.sealed(SmBench.document(1, SmBench.full(SmBench.A))));
        await().until(() -> bench.role.generation().isPresent());

        bench.fabric.change(() -> port.link(true));

        await().until(() -> port.table().contains(0x8005));
    }
}
