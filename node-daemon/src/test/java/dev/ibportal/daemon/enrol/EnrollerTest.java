package dev.ibportal.daemon.enrol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import dev.ibportal.daemon.state.StateDir;
import dev.ibportal.daemon.testing.FakePortal;
import dev.ibportal.daemon.testing.TestCa;
import dev.ibportal.types.EnrolmentToken;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EnrollerTest {
    private static final Applicant APPLICANT = new Applicant("0123456789abcdef0123456789abcdef", "host1", "1.2.3");

    private final FakePortal portal = new FakePortal(new TestCa("right"));
    private final PortalChannels channels = new PortalChannels(1);
    private final Enroller enroller = new Enroller(channels, Clock.systemUTC());

    @TempDir
    Path dir;

    @AfterEach
    void close() {
        channels.close();
        portal.close();
    }

    @Test
    void getsAnIdentityThatIsReadBackFromDiskWithAPrivateKeyOnlyRootReads() throws IOException {
        Identity identity = enroller.enrol(portal.address(), portal.token(1, null), APPLICANT);
        IdentityStore store = new IdentityStore(StateDir.open(dir.resolve("state")));
        store.save(identity);

        assertThat(store.load()).isEqualTo(identity);
        assertThat(identity.names()).isEqualTo(FakePortal.NODE);
        assertThat(portal.machines()).containsExactly(APPLICANT.machineId());
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(dir.resolve("state/identity.json"))))
                .isEqualTo("rw-------");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(dir.resolve("state"))))
                .isEqualTo("rwx------");
    }

    @ParameterizedTest
    @ValueSource(strings = {"enrolment-token.used", "enrolment-token.expired", "enrolment-token.unknown"})
    void saysWhyAndWhatNextWhenTheTokenIsRefused(String reason) {
        EnrolmentToken token = portal.token(2, reason);

        assertRefused(
                () -> enroller.enrol(portal.address(), token, APPLICANT),
                EnrolmentException.Kind.TOKEN_REFUSED,
                reason,
                "make a new one");
    }

    @Test
    void aTokenWorksOnce() {
        EnrolmentToken token = portal.token(3, null);
        enroller.enrol(portal.address(), token, APPLICANT);

        assertRefused(
                () -> enroller.enrol(portal.address(), token, APPLICANT),
                EnrolmentException.Kind.TOKEN_REFUSED,
                "enrolment-token.used");
    }

    @Test
    void sendsNothingToAPortalOfAnotherCa() {
        TestCa other = new TestCa("wrong");
        EnrolmentToken token = other.token((byte) 4);

        assertRefused(
                () -> enroller.enrol(portal.address(), token, APPLICANT),
                EnrolmentException.Kind.WRONG_CA,
                token.caFingerprint(),
                "Nothing was sent");
        assertThat(portal.machines()).isEmpty();
    }

    @Test
    void saysThatThePortalCannotBeReached() {
        PortalAddress address = portal.address();
        portal.stop();

        assertRefused(
                () -> enroller.enrol(address, portal.token(5, null), APPLICANT),
                EnrolmentException.Kind.UNREACHABLE,
                address.toString(),
                "Connection refused");
    }

    private static void assertRefused(ThrowingCallable call, EnrolmentException.Kind kind, String... words) {
        assertThatThrownBy(call)
                .hasMessageContainingAll(words)
                .asInstanceOf(type(EnrolmentException.class))
                .extracting(EnrolmentException::kind)
                .isEqualTo(kind);
    }

    @Test
    void aDamagedIdentityIsNamedAsSuch() {
        StateDir state = StateDir.open(dir);
        state.write("identity.json", new byte[] {'{'});
        assertThatThrownBy(new IdentityStore(state)::load)
                .isInstanceOf(NotEnrolledException.class)
                .hasMessageContaining("damaged");
    }
}
