package dev.ibportal.daemon.host.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ibportal.daemon.host.HostFiles.FileMode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LinuxHostFilesTest {
    @TempDir
    private Path temp;

    private Path root;
    private LinuxHostFiles files;

    @BeforeEach
    void open() throws IOException {
        root = Files.createDirectory(temp.resolve("root"));
        files = new LinuxHostFiles(root);
    }

    @Test
    void whatWasWrittenIsThereWithItsMode() throws IOException {
        files.write("/etc/a/one", "text\n", FileMode.OWNER_ONLY);
        files.write("/etc/a/two", "", FileMode.WORLD_READABLE);

        assertThat(files.read("/etc/a/one").found()).contains("text\n");
        assertThat(mode("etc/a/one")).isEqualTo("rw-------");
        assertThat(mode("etc/a/two")).isEqualTo("rw-r--r--");
        assertThat(files.list("/etc/a").found().orElseThrow()).containsExactly("one", "two");
    }

    private String mode(String path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(root.resolve(path)));
    }

    @Test
    void missingIsNotUnreadable() {
        assertThat(files.read("/nothing").isMissing()).isTrue();
        assertThat(files.list("/nothing").isMissing()).isTrue();
    }

    @Test
    void aDirectoryIsUnreadableAsAFile() throws IOException {
        files.write("/etc/x", "", FileMode.OWNER_ONLY);

        assertThat(files.read("/etc").trouble()).isPresent();
    }

    @Test
    void aLeftOverOfAKilledWriteIsHiddenAndReplaced() throws IOException {
        Files.createDirectories(root.resolve("etc"));
        Files.writeString(root.resolve("etc/.ibportal-x.tmp"), "half");

        assertThat(files.list("/etc").found().orElseThrow()).isEmpty();
        files.write("/etc/x", "whole", FileMode.OWNER_ONLY);
        assertThat(root.resolve("etc/.ibportal-x.tmp")).doesNotExist();
        assertThat(files.read("/etc/x").found()).contains("whole");
    }

    @Test
    void dotsDoNotLeadOut() throws IOException {
        Files.writeString(temp.resolve("secret"), "outside");

        assertThat(files.read("/../secret").found()).isEmpty();
        assertThat(files.read("/../secret").trouble().orElseThrow()).contains("leads out");
        assertThatThrownBy(() -> files.write("/etc/../../secret", "mine", FileMode.OWNER_ONLY))
                .isInstanceOf(IOException.class);
        assertThat(Files.readString(temp.resolve("secret"))).isEqualTo("outside");
    }

    @Test
    void linksAreFollowedInsideTheRootOnly() throws IOException {
        Files.createDirectories(root.resolve("run"));
        Files.createDirectories(root.resolve("etc"));
        Files.writeString(temp.resolve("secret"), "outside");
        Files.createSymbolicLink(root.resolve("etc/inside"), Path.of("/run/file"));
        Files.createSymbolicLink(root.resolve("etc/outside"), Path.of("../../secret"));
        Files.createSymbolicLink(root.resolve("etc/absolute"), temp.resolve("secret"));
        Files.createSymbolicLink(root.resolve("etc/loop"), Path.of("loop"));

        files.write("/etc/inside", "here", FileMode.OWNER_ONLY);

        assertThat(Files.readString(root.resolve("run/file"))).isEqualTo("here");
        assertThat(files.read("/etc/outside").found()).isEmpty();
        assertThat(files.read("/etc/absolute").isMissing()).isTrue();
        assertThat(files.read("/etc/loop").found()).isEmpty();
    }

    @Test
    void aDeletedFileIsGoneAndMayBeDeletedAgain() throws IOException {
        files.write("/etc/x", "", FileMode.OWNER_ONLY);

        files.delete("/etc/x");
        files.delete("/etc/x");

        assertThat(root.resolve("etc/x")).doesNotExist();
    }
}
