package dev.ibportal.daemon.drivers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.agent.v1.DriverFacts;
import dev.ibportal.agent.v1.InventoryReport;
import dev.ibportal.agent.v1.PciAdapter;
import dev.ibportal.daemon.host.CommandResult;
import dev.ibportal.daemon.host.Host;
import dev.ibportal.daemon.host.linux.LinuxHostFiles;
import dev.ibportal.daemon.host.linux.LinuxSysFs;
import dev.ibportal.daemon.inventory.HostInventory;
import dev.ibportal.daemon.inventory.Inventory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DriverInventoryTest {
    private static final String RUNNING = "6.1.0-28-amd64";

    @TempDir
    Path dir;

    private Inventory inventory() throws IOException {
        Files.createDirectories(dir.resolve("sys"));
        Files.createDirectories(dir.resolve("root"));
        Host host = new Host(
                command -> CommandResult.exited(command, 0, "Linux node1 " + RUNNING + " x86_64\n", ""),
                new LinuxSysFs(dir.resolve("sys")),
                new LinuxHostFiles(dir.resolve("root")),
                listener -> () -> {},
                Clock.systemUTC());
        return new DriverInventory(new HostInventory(host), host);
    }

    private void device(String address, String id) throws IOException {
        Path folder = Files.createDirectories(dir.resolve("sys/bus/pci/devices/" + address));
        Files.writeString(folder.resolve("class"), "0x020700\n");
        Files.writeString(folder.resolve("vendor"), "0x15b3\n");
        Files.writeString(folder.resolve("device"), id + "\n");
    }

    private void module(String path) throws IOException {
        Path file = dir.resolve("root/lib/modules").resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, "");
    }

    /** No RDMA device is there: the adapters are told all the same, and the next look sees one that came. */
    @Test
    void adaptersWithoutADriverAreTold() throws IOException {
        device("0000:3b:00.0", "0x1017");
        Inventory inventory = inventory();

        DriverFacts before = inventory.observe().getDrivers();
        device("0000:5e:00.0", "0x1003");
        InventoryReport after = inventory.observe();

        assertThat(before.getAdaptersKnown()).isTrue();
        assertThat(before.getAdaptersList())
                .containsExactly(PciAdapter.newBuilder()
                        .setAddress("0000:3b:00.0")
                        .setId("15b3:1017")
                        .build());
        assertThat(after.getHcasCount()).isZero();
        assertThat(after.getDrivers().getAdaptersList())
                .extracting(PciAdapter::getId)
                .containsExactly("15b3:1017", "15b3:1003");
    }

    /** The next kernel has nothing of the stack that runs now: it is seen before the reboot. */
    @Test
    void kernelsOnTheDiskAreLookedAt() throws IOException {
        module(RUNNING + "/updates/dkms/ib_ipoib.ko.xz");
        module(RUNNING + "/kernel/drivers/infiniband/ulp/ipoib/ib_ipoib.ko");
        module(RUNNING + "/build/Makefile");
        module("6.1.0-29-amd64/kernel/drivers/infiniband/ulp/ipoib/ib_ipoib.ko");
        module("6.1.0-29-cloud-amd64/modules.dep");

        DriverFacts facts = inventory().observe().getDrivers();

        assertThat(facts.getKernelsKnown()).isTrue();
        assertThat(facts.getKernelsList())
                .hasSize(3)
                .satisfiesExactly(
                        running -> {
                            assertThat(running.getRunning()).isTrue();
                            assertThat(running.getVendorModule()).isTrue();
                            assertThat(running.getHeaders()).isTrue();
                            assertThat(running.getIpoibModule())
                                    .isEqualTo("/lib/modules/6.1.0-28-amd64/updates/dkms/ib_ipoib.ko.xz");
                        },
                        next -> {
                            assertThat(next.getRunning()).isFalse();
                            assertThat(next.getVendorModule()).isFalse();
                            assertThat(next.getHeaders()).isFalse();
                            assertThat(next.getIpoibModule())
                                    .endsWith("6.1.0-29-amd64/kernel/drivers/infiniband/ulp/ipoib/ib_ipoib.ko");
                        },
                        cloud -> assertThat(cloud.getIpoibModule()).isEmpty());
    }

    @Test
    void whatCannotBeLookedAtIsNotKnown() throws IOException {
        DriverFacts facts = inventory().observe().getDrivers();

        assertThat(facts.getAdaptersKnown()).isFalse();
        assertThat(facts.getKernelsKnown()).isFalse();
    }
}
