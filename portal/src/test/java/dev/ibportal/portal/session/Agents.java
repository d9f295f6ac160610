package dev.ibportal.portal.session;

import dev.ibportal.portal.platform.pki.CertificateAuthority;
import dev.ibportal.portal.session.transport.AgentServer;
import dev.ibportal.portal.testing.World;
import dev.ibportal.types.DisplayName;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.UUID;

/** Nodes and their daemons for tests. */
@ApplicationScoped
public class Agents {
    private final World world;
    private final EnrolmentService enrolment;
    private final AgentServer server;
    private final CertificateAuthority authority;

    Agents(World world, EnrolmentService enrolment, AgentServer server, CertificateAuthority authority) {
        this.world = world;
        this.enrolment = enrolment;
        this.server = server;
        this.authority = authority;
    }

    public UUID node(String name, String... roles) {
        UUID id = UUID.randomUUID();
        world.execute(
                "INSERT INTO node (id, name, name_key, roles) VALUES (?, ?, ?, ?::text[])",
                id,
                name,
                new DisplayName(name).key(),
                "{" + (roles.length == 0 ? "node" : String.join(",", roles)) + "}");
        return id;
    }

    public String token(UUID node) {
        return enrolment.invite(node).token();
    }

    public TestDaemon stranger() {
        return TestDaemon.stranger(server.port(), authority.root());
    }

    public TestDaemon daemon(TestDaemon.Credentials credentials) {
        return TestDaemon.of(server.port(), credentials);
    }

    public TestDaemon.Credentials enrol(UUID node, String machineId) {
        try (TestDaemon stranger = stranger()) {
            return stranger.enrol(token(node), machineId);
        }
    }

    public int port() {
        return server.port();
    }
}
