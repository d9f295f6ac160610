package dev.ibportal.daemon.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OsReleaseTest {
    @ParameterizedTest
    @CsvSource({
        "centos-7, centos, 7",
        "debian-12, debian, 12",
        "rhel-9.4, rhel, 9.4",
        "rhel-10.0, rhel, 10.0",
        "rocky-8.10, rocky, 8.10",
        "sles-15.6, sles, 15.6",
        "ubuntu-20.04, ubuntu, 20.04",
        "ubuntu-24.04, ubuntu, 24.04"
    })
    void knownDistributionsAreRead(String file, String id, String version) {
        OsRelease os = OsRelease.parse(Sample.text("os-release/" + file));

        assertThat(os.id()).isEqualTo(id);
        assertThat(os.versionId()).isEqualTo(version);
    }

    @Test
    void aBrokenFileIsAnUnknownDistribution() {
        assertThat(OsRelease.parse(Sample.text("os-release/broken"))).isEqualTo(OsRelease.UNKNOWN);
    }

    @Test
    void nothingIsEverRun() {
        OsRelease os = OsRelease.parse("ID=$(reboot)\nVERSION_ID=`id`\nPRETTY_NAME=\"a\u0007b\"\n");

        assertThat(os.id()).isEmpty();
        assertThat(os.versionId()).isEqualTo("`id`");
        assertThat(os.prettyName()).isEqualTo("ab");
    }
}
