package dev.ibportal.daemon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DriversCommandTest {
    @TempDir
    Path dir;

    private final PrintStream out = System.out;
    private final PrintStream err = System.err;
    private final ByteArrayOutputStream said = new ByteArrayOutputStream();

    /** A host with an old adapter. */
    @BeforeEach
    void set() throws IOException {
        Path etc = Files.createDirectories(dir.resolve("root/etc"));
        Files.writeString(etc.resolve("os-release"), "ID=rhel\nVERSION_ID=\"8.10\"\n");
        Path device = Files.createDirectories(dir.resolve("sys/bus/pci/devices/0000:3b:00.0"));
        Files.writeString(device.resolve("class"), "0x020700\n");
        Files.writeString(device.resolve("vendor"), "0x15b3\n");
        Files.writeString(device.resolve("device"), "0x1003\n");
        Files.writeString(
                dir.resolve("config"),
                "host.root=" + dir.resolve("root") + "\nsysfs.root=" + dir.resolve("sys") + "\n");
        System.setOut(new PrintStream(said, true, StandardCharsets.UTF_8));
        System.setErr(new PrintStream(said, true, StandardCharsets.UTF_8));
    }

    @AfterEach
    void close() {
        System.setOut(out);
        System.setErr(err);
    }

    private int run(String... arguments) {
        said.reset();
        String[] all = new String[arguments.length + 3];
        all[0] = "--config";
        all[1] = dir.resolve("config").toString();
        all[2] = "drivers";
        System.arraycopy(arguments, 0, all, 3, arguments.length);
        return IbnodedCommand.run(all);
    }

    private String said() {
        return said.toString(StandardCharsets.UTF_8);
    }

    @Test
    void saysOfEachStackWhetherItWorksAndWhatDoesInstead() {
        run();

        assertThat(said())
                .contains(
                        "rhel 8.10",
                        "15b3:1003 (ConnectX-3)",
                        "DOCA-OFED 3.2 (doca-ofed-3.2): does not work",
                        "brings no mlx4, which ConnectX-3 needs",
                        "MLNX_OFED 4.9 (mlnx-ofed-4.9): cannot be told");
    }

    @Test
    void theCatalogueCanBeTakenChangedAndGivenBack() throws IOException {
        assertThat(run("--write-catalogue")).isZero();
        Path mine = Files.writeString(dir.resolve("mine.json"), said().replace("doca-ofed-3.2", "doca-mine"));

        run("--catalogue", mine.toString(), "--json");

        assertThat(said()).startsWith("{\"shape\":").contains("\"id\":\"doca-mine\"", "\"answer\":\"refused\"");
    }

    @Test
    void aFileThatIsNoCatalogueIsRefusedWithTheReason() throws IOException {
        Path broken = Files.writeString(dir.resolve("broken.json"), "{\"profiles\": 7}");

        assertThat(run("--catalogue", broken.toString())).isNotZero();
        assertThat(said()).contains("no catalogue of drivers in line 1").doesNotContain("\tat ");
        assertThat(run("--catalogue", dir.resolve("none").toString())).isNotZero();
        assertThat(said()).contains("cannot be read").doesNotContain("\tat ");
    }
}
