package dev.ibportal.daemon.simulate;

import static dev.ibportal.daemon.simulate.SmBench.A;
import static dev.ibportal.daemon.simulate.SmBench.document;
import static dev.ibportal.daemon.simulate.SmBench.full;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.ibportal.agent.v1.SmReadBack;
import dev.ibportal.daemon.sm.UfmSettings;
import dev.ibportal.daemon.sm.UfmSignIn;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who we are to UFM, who UFM is to us, and that nobody learns the secrets. */
class UfmSignInTest {
    @TempDir
    Path dir;

    private SmBench bench;
    private UfmSimulator ufm;

    @BeforeEach
    void set() {
        bench = SmBench.ofUfm(dir);
        ufm = bench.ufm();
        bench.subnetManager.start();
    }

    @AfterEach
    void close() {
        bench.close();
    }

    private Optional<Path> authorities() {
        return Optional.of(dir.resolve("ca.pem"));
    }

    private void applyWith(UfmSettings settings) {
        bench.restartDaemon(settings);
        bench.apply(bench.sealedFor(document(1, full(A))));
    }

    private void awaitMember() {
        await().until(() ->
                bench.tables(A).stream().anyMatch(table -> table.getPkeysList().contains(0x8005)));
    }

    private String trouble() {
        await().until(() -> bench.readBacks().stream()
                .anyMatch(readBack -> !readBack.getLivenessDetail().contains("still being told")));
        return bench.readBacks().stream()
                .map(SmReadBack::getLivenessDetail)
                .filter(detail -> !detail.contains("still being told"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void withAToken() {
        applyWith(ufm.settings());
        awaitMember();
        assertThat(ufm.calls).allMatch(call -> call.contains(" /ufmRestV3/"));
    }

    @Test
    void withUserAndPassword() {
        applyWith(ufm.settings(new UfmSignIn.Password("admin", dir.resolve("password")), authorities()));
        awaitMember();
        assertThat(ufm.calls).allMatch(call -> call.contains(" /ufmRest/"));
    }

    @Test
    void withAClientCertificate() {
        applyWith(ufm.settings(ufm.clientCertificate(), authorities()));
        awaitMember();
    }

    @Test
    void aWrongTokenIsNamedByItsFileAndANewOneNeedsNoRestart() {
        ufm.secret("token", "another-secret");
        applyWith(ufm.settings());

        assertThat(trouble())
                .contains("does not let us in (401)", dir.resolve("token").toString())
                .doesNotContain("another-secret", UfmSimulator.TOKEN);
        ufm.secret("token", UfmSimulator.TOKEN + "\n");
        awaitMember();
    }

    @Test
    void aSecretThatOthersMayReadIsNotUsed() throws IOException {
        Files.setPosixFilePermissions(dir.resolve("token"), PosixFilePermissions.fromString("rw-r--r--"));
        applyWith(ufm.settings());

        assertThat(trouble()).contains("rw-r--r--", "rw------- is right").doesNotContain(UfmSimulator.TOKEN);
        assertThat(ufm.calls).isEmpty();
    }

    @Test
    void aUfmWithACertificateThatNobodyKnowsGetsNoSecret() {
        applyWith(ufm.settings(new UfmSignIn.Token(dir.resolve("token")), Optional.empty()));

        assertThat(trouble()).contains("certificate", "not accepted");
        assertThat(ufm.calls).isEmpty();
    }

    @Test
    void aUfmWithTheCertificateOfAnotherNameGetsNoSecret() {
        UfmSettings right = ufm.settings();
        applyWith(new UfmSettings(
                URI.create("https://127.0.0.1:" + right.address().getPort()),
                right.signIn(),
                right.authorities(),
                right.pace(),
                right.compareEvery(),
                right.answerLimit()));

        assertThat(trouble()).contains("certificate", "not accepted");
        assertThat(ufm.calls).isEmpty();
    }
}
