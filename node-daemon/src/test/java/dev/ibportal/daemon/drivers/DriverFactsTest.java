package dev.ibportal.daemon.drivers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.daemon.host.CommandResult;
import dev.ibportal.daemon.host.Host;
import dev.ibportal.daemon.host.HostFiles.FileMode;
import dev.ibportal.daemon.host.linux.LinuxSysFs;
import dev.ibportal.daemon.testing.SmallDisk;
import dev.ibportal.drivers.HcaGeneration;
import dev.ibportal.drivers.PciId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DriverFactsTest {
    @TempDir
    Path sys;

    private final SmallDisk files = new SmallDisk();

    private void device(String slot, String kind, String vendor, String device) throws IOException {
        Path folder = Files.createDirectories(sys.resolve("bus/pci/devices/" + slot));
        Files.writeString(folder.resolve("class"), kind + "\n");
        Files.writeString(folder.resolve("vendor"), vendor + "\n");
        Files.writeString(folder.resolve("device"), device + "\n");
    }

    private DriverFacts facts() {
        return DriverFacts.of(new Host(
                command -> CommandResult.exited(
                        command, 0, command.argv().contains("-m") ? "x86_64\n" : "6.1.0-28-cloud-amd64\n", ""),
                new LinuxSysFs(sys),
                files,
                listener -> () -> {},
                Clock.systemUTC()));
    }

    @Test
    void adaptersAreFoundOnTheBusWhetherOrNotTheyHaveADriver() throws IOException {
        files.write("/etc/os-release", "ID=debian\nVERSION_ID=\"12\"\n", FileMode.WORLD_READABLE);
        device("0000:00:1f.0", "0x060100", "0x8086", "0xa244");
        device("0000:3b:00.0", "0x020700", "0x15b3", "0x1017");
        device("0000:3b:00.1", "0x020700", "0x15b3", "0x1017");
        device("0000:5e:00.0", "0x020000", "0x15b3", "0x101d");
        device("0000:86:00.0", "0x020800", "0x8086", "0x24f0");
        device("0000:af:00.0", "0x020700", "0x1234", "0x5678");

        DriverFacts facts = facts();

        assertThat(facts.shape().system()).isEqualTo("debian");
        assertThat(facts.shape().systemVersion()).isEqualTo("12");
        assertThat(facts.shape().kernel()).isEqualTo("6.1.0-28-cloud-amd64");
        assertThat(facts.shape().architecture()).isEqualTo("x86_64");
        assertThat(facts.shape().adapters())
                .containsExactlyInAnyOrder(
                        PciId.parse("15b3:1017"),
                        PciId.parse("15b3:101d"),
                        PciId.parse("8086:24f0"),
                        PciId.parse("1234:5678"));
        assertThat(facts.shape().generations())
                .contains(HcaGeneration.CONNECTX_5, HcaGeneration.CONNECTX_6_ETHERNET, HcaGeneration.OMNI_PATH);
        assertThat(facts.unreadable()).isEmpty();
    }

    @Test
    void whatIsBrokenIsNoAdapterAndNoEnd() throws IOException {
        device("0000:3b:00.0", "0x020700", "fifteen", "");

        DriverFacts facts = facts();

        assertThat(facts.shape().adapters()).isEqualTo(List.of());
        assertThat(facts.shape().system()).isEmpty();
    }
}
