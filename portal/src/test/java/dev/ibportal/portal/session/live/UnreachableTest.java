package dev.ibportal.portal.session.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.portal.session.LineTestBase;
import dev.ibportal.portal.session.NodePlayer;
import dev.ibportal.portal.session.TestDaemon;
import dev.ibportal.portal.session.transport.AgentsConfig;
import io.grpc.Status;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The daemon keeps its connection open and says nothing, as on a half-open one; the watch sees a minute pass. */
@QuarkusTest
class UnreachableTest extends LineTestBase {
    @Inject
    Sessions sessions;

    @Inject
    SilenceSql sql;

    @Inject
    AgentsConfig config;

    @Test
    void aSilentNodeIsUnknownButNotForgotten() {
        smConnects();
        NodePlayer host1 = new NodePlayer();
        TestDaemon.Credentials credentials = agents.enrol(node1, machine("n1"));
        TestDaemon.Stream silent = daemon(credentials).open(host1::answer).hello(machine("n1"));
        silent.welcome();
        UUID member = member("n1", "full");
        awaitInSync(member);

        passes(Duration.ofSeconds(45));
        assertThat(nodeState()).isEqualTo("online");
        passes(Duration.ofSeconds(60));

        assertThat(nodeState()).isEqualTo("unreachable");
        assertThat(silent.end().getCode()).isEqualTo(Status.Code.UNAVAILABLE);
        assertThat(silent.reason()).isEqualTo("session.silent");
        assertThat(world.string("SELECT reason FROM node_status WHERE node_id = ?", node1))
                .startsWith("no sign of life since 20");
        assertThat(interfaceState(member)).isEqualTo("unreachable");
        assertThat(interfaceText(member, "reason")).contains("no sign of life since 20");
        assertThat(interfaceText(member, "addresses::text")).isEqualTo("{10.77.51.1/24}");
        assertThat(memberState(member)).isEqualTo("effective");

        TestDaemon.Stream again = daemon(credentials)
                .open(host1::answer)
                .hello(TestDaemon.hello(machine("n1"))
                        .setSpecGeneration(host1.last().getGeneration()));
        again.welcome();
        assertThat(nodeState()).isEqualTo("online");
        again.send(host1.status(host1.last()));
        awaitInSync(member);
    }

    private void passes(Duration time) {
        Clock now = Clock.systemUTC();
        Instant started = now.instant().minus(Duration.ofHours(1));
        new SilenceWatch(sessions, sql, config, Clock.offset(now, time), started).sweep();
    }

    private String nodeState() {
        return world.string("SELECT state FROM node_status WHERE node_id = ?", node1);
    }
}
