package dev.ibportal.portal.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.agent.v1.AgentServiceGrpc;
import dev.ibportal.portal.testing.World;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Each call of the daemons' service against its line in role-matrix.txt: open to anyone, or to enrolled nodes alone. */
@QuarkusTest
class DaemonCallsTest {
    @Inject
    World world;

    @Inject
    Agents agents;

    @Test
    void withoutACertificateOnlyWhatTheTableSaysIsOpen() throws IOException {
        world.reset();
        List<String> open = openToAnyone();
        try (TestDaemon stranger = agents.stranger()) {
            for (MethodDescriptor<?, ?> method :
                    AgentServiceGrpc.getServiceDescriptor().getMethods()) {
                Status.Code answer = stranger.call(method);
                if (open.contains(method.getFullMethodName())) {
                    assertThat(answer).as(method.getFullMethodName()).isNotEqualTo(Status.Code.UNAUTHENTICATED);
                } else {
                    assertThat(answer).as(method.getFullMethodName()).isEqualTo(Status.Code.UNAUTHENTICATED);
                }
            }
        }
    }

    private static List<String> openToAnyone() throws IOException {
        try (InputStream text = DaemonCallsTest.class.getResourceAsStream("/role-matrix.txt")) {
            assertThat(text).isNotNull();
            return new String(text.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> line.startsWith("GRPC ") && line.endsWith(": anyone"))
                    .map(line -> line.substring("GRPC ".length(), line.length() - ": anyone".length()))
                    .toList();
        }
    }
}
