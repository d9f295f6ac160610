package dev.ibportal.portal.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.startsWith;

import dev.ibportal.portal.testing.World;
import dev.ibportal.portal.testing.World.Person;
import dev.ibportal.types.EnrolmentToken;
import dev.ibportal.types.NodeIdentity;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@QuarkusTest
class EnrolmentTest {
    private static final String MACHINE = "0123456789abcdef0123456789abcdef";
    private static final String OTHER_MACHINE = "fedcba9876543210fedcba9876543210";

    @Inject
    World world;

    @Inject
    Agents agents;

    private UUID node = UUID.randomUUID();

    @BeforeEach
    void oneNode() {
        world.reset();
        node = agents.node("n1", "node", "subnet-manager");
    }

    @Test
    void aTokenBecomesACertificateThatNamesNodeAndRoles() throws Exception {
        TestDaemon.Credentials credentials = agents.enrol(node, MACHINE);

        assertThat(credentials.node()).isEqualTo(node);
        assertThat(credentials.chain().get(0).getSubjectAlternativeNames())
                .singleElement()
                .satisfies(name -> assertThat(
                                NodeIdentity.parse(name.get(1).toString()).roles())
                        .hasSize(2));
        assertThat(world.string("SELECT serial FROM node_certificate WHERE node_id = ?", node))
                .isEqualTo(credentials.chain().get(0).getSerialNumber().toString(16));
        assertThat(world.strings("SELECT action FROM audit_event ORDER BY id"))
                .containsExactly("node.invite", "node.enrol");
    }

    @Test
    void aUsedTokenIsRefusedByName() {
        String token = agents.token(node);
        try (TestDaemon stranger = agents.stranger()) {
            stranger.enrol(token, MACHINE);

            assertRefused(stranger, token, "enrolment-token.used", "is good for one host");
        }
        assertThat(world.count("node_certificate", "node_id = ?", node)).isOne();
        assertThat(world.strings("SELECT outcome || ' ' || source_address FROM audit_event WHERE action = 'node.enrol'"
                        + " ORDER BY outcome"))
                .containsExactly("denied 127.0.0.1", "success 127.0.0.1");
    }

    @Test
    void anExpiredTokenIsRefusedByName() {
        String token = agents.token(node);
        world.execute("UPDATE enrolment_token SET expires_at = now() - interval '1 second'");
        try (TestDaemon stranger = agents.stranger()) {
            assertRefused(stranger, token, "enrolment-token.expired", "ask for a new one");
        }
    }

    @Test
    void aTokenOfAnotherPortalIsRefusedByName() {
        EnrolmentToken token = EnrolmentToken.parse(agents.token(node));
        EnrolmentToken forged = new EnrolmentToken(token.caFingerprint(), "A".repeat(43));
        try (TestDaemon stranger = agents.stranger()) {
            assertRefused(stranger, forged.text(), "enrolment-token.unknown", "not issued by this portal");
        }
    }

    @Test
    void aRetiredNodeIsNotEnrolled() {
        String token = agents.token(node);
        world.execute("UPDATE node SET retired_at = now()");
        try (TestDaemon stranger = agents.stranger()) {
            assertRefused(stranger, token, "node.retired", "n1");
        }
    }

    @Test
    void anotherHostCannotBecomeANodeThatIsOnline() {
        TestDaemon.Credentials credentials = agents.enrol(node, MACHINE);
        String token = agents.token(node);
        try (TestDaemon first = agents.daemon(credentials);
                TestDaemon stranger = agents.stranger()) {
            first.open().hello(MACHINE).welcome();

            StatusRuntimeException refused =
                    catchThrowableOfType(StatusRuntimeException.class, () -> stranger.enrol(token, OTHER_MACHINE));
            assertThat(refused.getStatus().getCode()).isEqualTo(Status.Code.FAILED_PRECONDITION);
            assertThat(refused).hasMessageContaining("n1 is online as the machine with id " + MACHINE);
            assertThatCode(() -> stranger.enrol(token, MACHINE)).doesNotThrowAnyException();
        }
    }

    @Test
    void renewalGivesAnotherCertificateToTheSameNode() {
        TestDaemon.Credentials old = agents.enrol(node, MACHINE);
        try (TestDaemon daemon = agents.daemon(old)) {
            TestDaemon.Credentials fresh = daemon.renew(old);

            try (TestDaemon again = agents.daemon(fresh)) {
                assertThat(again.open().hello(MACHINE).welcome().getNodeId()).isEqualTo(node.toString());
            }
        }
        assertThat(world.count("node_certificate", "denied_at IS NULL")).isEqualTo(2);
    }

    @Test
    void operatorsInviteAndOthersDoNot() {
        Person operator = world.operator("root");
        Person planner = world.planner("paul", world.tenant("Aldermoor"));
        String path = "/api/v1/nodes/" + node + "/enrolment-tokens";

        operator.api()
                .post(path)
                .then()
                .statusCode(201)
                .header("Cache-Control", equalTo("no-store"))
                .body("token", startsWith("ibportal1."))
                .body("command", containsString("echo 'portal.address="))
                .body("command", containsString("printf '%s\\n' 'ibportal1."))
                .body("command", containsString("' | ibnoded enrol --token-file -"));
        planner.api().post(path).then().statusCode(403);
        operator.api()
                .post("/api/v1/nodes/" + UUID.randomUUID() + "/enrolment-tokens")
                .then()
                .statusCode(404);
        assertThat(world.count("enrolment_token", "true")).isOne();
    }

    private static void assertRefused(TestDaemon stranger, String token, String slug, String text) {
        StatusRuntimeException refused =
                catchThrowableOfType(StatusRuntimeException.class, () -> stranger.enrol(token, MACHINE));
        assertThat(refused.getStatus().getCode()).isEqualTo(Status.Code.PERMISSION_DENIED);
        assertThat(refused.getStatus().getDescription()).contains(text);
        assertThat(refused.getTrailers().get(Metadata.Key.of("ibportal-reason", Metadata.ASCII_STRING_MARSHALLER)))
                .isEqualTo(slug);
    }
}
