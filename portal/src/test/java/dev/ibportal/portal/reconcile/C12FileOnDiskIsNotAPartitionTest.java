package dev.ibportal.portal.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.portal.session.LineTestBase;
import dev.ibportal.portal.session.NodePlayer;
import io.quarkus.test.junit.QuarkusTest;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

@QuarkusTest
class C12FileOnDiskIsNotAPartitionTest extends LineTestBase {
    private final NodePlayer host1 = new NodePlayer();

    @Test
    void withoutASubnetManagerThePartitionStaysPending() {
        pendingUntilItRuns("", "subnet manager not running");
    }

    @Test
    void oneThatExitsIsNamedWithItsLastLine() {
        String line = "Nov 30 10:00:00 [ERR 4102] : bind to port failed, exiting";
        pendingUntilItRuns(line, "subnet manager not running: " + line);
    }

    private void pendingUntilItRuns(String lastLine, String cause) {
        smConnects();
        nodeConnects(node1, "n1", host1);
        sm.dies(lastLine);

        UUID first = member("n1", "full");
        UUID second = member("n2", "limited");

        for (UUID member : List.of(first, second)) {
            soon().untilAsserted(() -> assertThat(memberReason(member)).isEqualTo(cause));
            assertThat(memberState(member)).isEqualTo("pending");
        }
        soon().untilAsserted(() -> assertThat(partitionReason()).isEqualTo(cause));
        assertThat(partitionState()).isEqualTo("programming");
        assertThat(world.string("SELECT sm_state FROM fabric_status")).isEqualTo("not_running");
        assertThat(host1.specs()).noneMatch(spec -> spec.getInterfacesCount() > 0);

        sm.runs();

        awaitInSync(first);
        soon().untilAsserted(() -> assertThat(partitionState()).isEqualTo("active"));
        assertThat(world.string("SELECT sm_state FROM fabric_status")).isEqualTo("running");
    }
}
