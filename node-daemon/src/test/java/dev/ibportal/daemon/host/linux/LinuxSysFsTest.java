package dev.ibportal.daemon.host.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LinuxSysFsTest {
    @TempDir
    private Path root;

    private LinuxSysFs sysfs;

    @BeforeEach
    void tree() throws IOException {
        Files.createDirectories(root.resolve("devices/pci/net/ib0"));
        Files.createDirectories(root.resolve("class/net"));
        Files.writeString(root.resolve("devices/pci/net/ib0/mtu"), "2044\n");
        Files.createSymbolicLink(root.resolve("class/net/ib0"), Path.of("../../devices/pci/net/ib0"));
        Files.createSymbolicLink(root.resolve("devices/pci/net/ib0/device"), Path.of("../.."));
        sysfs = new LinuxSysFs(root);
    }

    @Test
    void attributesAreReadThroughLinksWithoutTheirLineFeed() {
        assertThat(sysfs.read("class/net/ib0/mtu").found()).contains("2044");
    }

    @Test
    void longAttributesAreReadWholeUpToTheLimit() throws IOException {
        String long300 = "é".repeat(300);
        Files.writeString(root.resolve("long"), long300 + "\n");
        Files.writeString(root.resolve("endless"), "x".repeat(100_000));
        Files.writeString(root.resolve("exact"), "y".repeat(256));
        Files.writeString(root.resolve("empty"), "");

        assertThat(sysfs.read("long").found()).contains(long300);
        assertThat(sysfs.read("endless").found().orElseThrow()).hasSize(64 << 10);
        assertThat(sysfs.read("exact").found()).contains("y".repeat(256));
        assertThat(sysfs.read("empty").found()).contains("");
    }

    @Test
    void missingAndUnreadableAreTwoThings() {
        assertThat(sysfs.read("class/net/ib1/mtu").isMissing()).isTrue();
        assertThat(sysfs.read("class/net/ib0/mtu/x").isMissing()).isTrue();
        assertThat(sysfs.list("class/infiniband").isMissing()).isTrue();
        assertThat(sysfs.read("class/net").trouble()).isPresent();
    }

    @Test
    void linksResolveToPathsBelowTheMountPoint() {
        assertThat(sysfs.resolve("class/net/ib0/device").found()).contains("devices/pci");
    }

    @Test
    void pathsStayBelowTheMountPoint() {
        assertThatThrownBy(() -> sysfs.read("../etc/shadow")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> sysfs.read("/etc/shadow")).isInstanceOf(IllegalArgumentException.class);
    }
}
