package dev.ibportal.daemon.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.agent.v1.InterfaceState;
import dev.ibportal.agent.v1.InterfaceStatus;
import dev.ibportal.daemon.host.Host;
import dev.ibportal.daemon.host.HostFiles;
import dev.ibportal.daemon.host.linux.LinuxHostFiles;
import dev.ibportal.testing.RequiresTools;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Files on a real disk that are not as we leave them: other modes and owners, links, pipes, copies, odd names. */
@Timeout(60)
class OddFilesTest {
    private static final String NAME = "ibportal-ib0-8005";

    @TempDir
    private Path root;

    @TempDir
    private Path state;

    private Bench bench;
    private Path ours;

    @BeforeEach
    void host() throws IOException {
        bench = Bench.ifupdown();
        bench.effective(bench.port0, "0x8005");
        Files.createDirectories(root.resolve("etc/network/interfaces.d"));
        Files.writeString(root.resolve("etc/network/interfaces"), "source /etc/network/interfaces.d/*\n");
        ours = root.resolve("etc/network/interfaces.d").resolve(NAME);
        open();
    }

    private void open() throws IOException {
        Host simulated = bench.host.host();
        HostFiles disk = new LinuxHostFiles(root, false);
        Host host = new Host(simulated.commands(), simulated.sysfs(), disk, simulated.changes(), simulated.clock());
        bench.reconciler = HostReconciler.open(host, new LinuxHostFiles(state, false), Bench.QUICK);
    }

    private InterfaceStatus apply() {
        return Bench.only(bench.apply(Items.present("if-1", Bench.PORT_0, 0x8005, "10.0.0.1/24")));
    }

    private static void assertInSync(InterfaceStatus status) {
        assertThat(status.getState()).as(status.getMessage()).isEqualTo(InterfaceState.INTERFACE_STATE_IN_SYNC);
    }

    private String mode() throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(ours));
    }

    @Test
    void aModeThatLetsOthersWriteIsPutRight() throws IOException {
        assertInSync(apply());
        Files.setPosixFilePermissions(ours, PosixFilePermissions.fromString("rw-rw-rw-"));

        assertInSync(Bench.only(bench.pass()));

        assertThat(mode()).isEqualTo("rw-r--r--");
    }

    @Test
    @RequiresTools(root = true)
    void anotherOwnerIsPutRight() throws IOException {
        assertInSync(apply());
        Files.setAttribute(ours, "unix:uid", 65534);

        assertInSync(Bench.only(bench.pass()));

        assertThat(Files.getAttribute(ours, "unix:uid")).isEqualTo(Files.getAttribute(root, "unix:uid"));
    }

    @Test
    void aLinkInOurPlaceIsNamedAndWhereItLeadsIsLeftAlone() throws IOException {
        Path precious = root.resolve("etc/shadow");
        Files.writeString(precious, "root:*:1:0:99999:7:::\n");
        Files.createSymbolicLink(ours, Path.of("/etc/shadow"));

        InterfaceStatus status = apply();

        assertThat(status.getCause()).as(status.getMessage()).isEqualTo("file.failed");
        assertThat(status.getMessage()).contains(NAME, "symbolic link");
        assertThat(precious).hasContent("root:*:1:0:99999:7:::\n");
        assertThat(Files.isSymbolicLink(ours)).isTrue();
        Files.delete(ours);
        bench.clock.move(Duration.ofMinutes(2));
        assertInSync(Bench.only(bench.pass()));
    }

    @Test
    void aLinkToACopyOfOurFileIsNotTakenAwayWithTheInterface() throws IOException {
        assertInSync(apply());
        Path elsewhere = root.resolve("srv/kept");
        Files.createDirectories(elsewhere.getParent());
        Files.move(ours, elsewhere);
        Files.createSymbolicLink(ours, Path.of("/srv/kept"));

        InterfaceStatus status = Bench.only(bench.apply(Items.absent("if-1", Bench.PORT_0, 0x8005, 7)));

        assertThat(status.getProvenAbsentList()).isEmpty();
        assertThat(status.getMessage()).contains("symbolic link");
        assertThat(elsewhere).exists();
    }

    @Test
    void aPipeOrADeviceAmongTheFilesIsUnreadableAndNotWaitedFor() throws IOException, InterruptedException {
        Path pipe = root.resolve("etc/network/interfaces.d/pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();

        InterfaceStatus status = apply();

        assertThat(status.getMessage()).contains("no regular file");
        assertThat(ours).doesNotExist();
        Files.delete(pipe);
        bench.clock.move(Duration.ofMinutes(2));
        assertInSync(Bench.only(bench.pass()));
    }

    @Test
    void aHugeFileIsUnreadableAndNothingIsDoneByGuess() throws IOException {
        Path huge = root.resolve("etc/network/interfaces.d/huge");
        try (var file = new java.io.RandomAccessFile(huge.toFile(), "rw")) {
            file.setLength(200L << 20);
        }

        assertThat(apply().getMessage()).contains("is larger than");

        assertThat(ours).doesNotExist();
    }

    @Test
    void namesWithBlanksAndLineFeedsAndStrangeBytesAreBorne() throws IOException {
        for (String name : new String[] {"with blanks", "with\nline feed", "übermut", "-rf", "*", "$(reboot)"}) {
            Files.writeString(root.resolve("etc/network/interfaces.d").resolve(name), "# nothing\n");
        }
        Files.write(root.resolve("etc/network/interfaces.d/bytes"), new byte[] {(byte) 0xff, 0, (byte) 0xfe, '\n'});

        assertInSync(apply());
    }

    @Test
    void aCopyOfOurFileUnderAnotherNameIsSomebodyElses() throws IOException {
        assertInSync(apply());
        Path copy = root.resolve("etc/network/interfaces.d/my-own-copy");
        Files.copy(ours, copy);

        bench.pass();
        Bench.only(bench.apply(Items.absent("if-1", Bench.PORT_0, 0x8005, 7)));

        assertThat(copy).as("files of others are read, never deleted").exists();
        assertThat(ours).doesNotExist();
    }

    @Test
    void whatAKilledWriteLeftGoesWithTheFile() throws IOException {
        assertInSync(apply());
        Path half = ours.resolveSibling(".ibportal-" + NAME + ".tmp");
        Files.writeString(half, "# half of a f");

        Bench.only(bench.apply(Items.absent("if-1", Bench.PORT_0, 0x8005, 7)));

        assertThat(half).doesNotExist();
        assertThat(ours).doesNotExist();
    }

    @Test
    void aDirectoryInOurPlaceIsNamed() throws IOException {
        Files.createDirectories(ours.resolve("below"));

        InterfaceStatus status = apply();

        assertThat(status.getState()).isNotEqualTo(InterfaceState.INTERFACE_STATE_IN_SYNC);
        assertThat(status.getMessage()).contains(NAME);
        assertThat(ours.resolve("below")).exists();
    }
}
