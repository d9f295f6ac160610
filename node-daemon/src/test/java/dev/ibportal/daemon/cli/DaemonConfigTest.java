package dev.ibportal.daemon.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ibportal.daemon.sm.UfmSettings;
import dev.ibportal.daemon.sm.UfmSignIn;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.logging.Level;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DaemonConfigTest {
    @TempDir
    Path dir;

    private DaemonConfig load(String content) throws IOException {
        return DaemonConfig.load(Files.writeString(dir.resolve("ibnoded.properties"), content));
    }

    @Test
    void needsThePortalOnly() throws IOException {
        DaemonConfig config = load("portal.address=portal.example.org:9443\n");

        assertThat(config.portal()).hasToString("portal.example.org:9443");
        assertThat(config.stateDir()).isEqualTo(Path.of("/var/lib/ibnoded"));
        assertThat(config.hostRoot()).isEqualTo(Path.of("/"));
        assertThat(config.sysfsRoot()).isEqualTo(Path.of("/sys"));
        assertThat(config.commandPath()).isEqualTo("/usr/sbin:/usr/bin:/sbin:/bin");
        assertThat(config.subnetManager()).isEmpty();
        assertThat(config.resync()).isEqualTo(Duration.ofSeconds(60));
        assertThat(config.logLevel()).isEqualTo(Level.INFO);
    }

    @Test
    void aHostThatNeverJoinedCanBeLookedAt() throws IOException {
        Path file = Files.writeString(dir.resolve("ibnoded.properties"), "sysfs.root=/tmp/sys\n");

        assertThat(DaemonConfig.forLooking(file).sysfsRoot()).isEqualTo(Path.of("/tmp/sys"));
        assertThat(DaemonConfig.forLooking(null).hostRoot()).isEqualTo(Path.of("/"));
        assertThatThrownBy(() -> DaemonConfig.forLooking(dir.resolve("not-there")))
                .as("a file that was named has to be there")
                .hasMessageContaining("cannot be read");
    }

    @Test
    void readsEveryKey() throws IOException {
        DaemonConfig config = load("""
            portal.address=[fd00::1]:9443
            portal.reconnect-spread=1500ms
            state.dir=/tmp/state
            host.root=/tmp/root
            sysfs.root=/tmp/sys
            command.path=/opt/bin:/bin
            command.env=LANG, TERM
            sm.partitions-file=/etc/opensm/partitions.conf
            sm.pid-file=/run/opensm.pid
            sm.log-file=/var/log/opensm.log
            resync.interval=PT2M
            log.level=debug
            """);

        assertThat(config.portal().port()).isEqualTo(9443);
        assertThat(config.reconnectSpread()).isEqualTo(Duration.ofMillis(1500));
        assertThat(config.commandEnvironment()).containsExactly("LANG", "TERM");
        assertThat(config.subnetManager())
                .contains(new DaemonConfig.SubnetManager.OpenSm(
                        "/etc/opensm/partitions.conf",
                        "/run/opensm.pid",
                        "/var/log/opensm.log",
                        "/etc/opensm/opensm.conf"));
        assertThat(config.resync()).isEqualTo(Duration.ofMinutes(2));
        assertThat(config.logLevel()).isEqualTo(Level.FINE);
    }

    @Test
    void readsWhereUfmIsAndWhereItsSecretIs() throws IOException {
        DaemonConfig config = load("""
            portal.address=p:1
            host.root=/tmp/root
            sm.ufm.address=https://ufm.example.org:8443/
            sm.ufm.token-file=/etc/ibnoded/ufm.token
            sm.ufm.ca-file=/etc/ibnoded/ufm-ca.pem
            """);

        assertThat(config.subnetManager())
                .contains(new DaemonConfig.SubnetManager.Ufm(UfmSettings.usual(
                        URI.create("https://ufm.example.org:8443"),
                        new UfmSignIn.Token(Path.of("/tmp/root/etc/ibnoded/ufm.token")),
                        Optional.of(Path.of("/tmp/root/etc/ibnoded/ufm-ca.pem")))));
    }

    @ParameterizedTest
    @CsvSource({
        "portal.adress=p:1, unknown keys [portal.adress]",
        "state.dir=/x, portal.address is missing",
        "portal.address=portal, is not host:port",
        "portal.address=p:99999, is not host:port",
        "portal.address=p:1;state.dir=x, state.dir=x is not an absolute path",
        "portal.address=p:1;resync.interval=soon, is not a duration",
        "portal.address=p:1;resync.interval=0s, not longer than nothing",
        "portal.address=p:1;log.level=loud, log.level=loud",
        "portal.address=p:1;sm.pid-file=/run/opensm.pid, a subnet manager needs",
        "portal.address=p:1;sm.ufm.address=http://ufm, is not https://host",
        "portal.address=p:1;sm.ufm.address=https://admin:123456@ufm, is not https://host",
        "portal.address=p:1;sm.ufm.address=https://ufm, UFM needs one way to sign in",
        "portal.address=p:1;sm.ufm.address=https://ufm;sm.ufm.user=admin, UFM needs one way to sign in",
        "portal.address=p:1;sm.ufm.address=https://ufm;sm.ufm.token-file=secret, is not an absolute path",
        "portal.address=p:1;sm.ufm.token-file=/etc/ibnoded/ufm.token, sm.ufm.address is missing",
        "portal.address=p:1;sm.ufm.address=https://ufm;sm.pid-file=/run/opensm.pid, one subnet manager"
    })
    void saysWhatIsWrongAndWhere(String lines, String message) {
        assertThatThrownBy(() -> load(lines.replace(';', '\n')))
                .isInstanceOf(DaemonConfig.ConfigException.class)
                .hasMessageContaining(dir.resolve("ibnoded.properties").toString())
                .hasMessageContaining(message);
    }

    @Test
    void theShippedFileIsRight() {
        assertThat(DaemonConfig.load(Path.of("src/packaging/etc/ibnoded.properties"))
                        .portal()
                        .host())
                .isEqualTo("portal.example.org");
    }
}
