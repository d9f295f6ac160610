package dev.ibportal.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The whole product as a visitor starts it: portal, database and simulated fabric as processes. */
class DemoIT {
    @TempDir
    private Path directory = Path.of("");

    private final List<RunningDemo> started = new ArrayList<>();

    private RunningDemo start(Ports ports) {
        RunningDemo demo = RunningDemo.start(directory, ports);
        started.add(demo);
        return demo;
    }

    @AfterEach
    void leaveNothing() {
        started.forEach(RunningDemo::killAll);
    }

    @Test
    void doesTheMainJobAndGoesOnWithItsDataAfterEverythingWasKilled() {
        RunningDemo first = start(Ports.free()).awaitReady();
        assertNineNodesOnlineAndAllInSync(first, 2);
        first.killAll();

        RunningDemo second = start(Ports.free()).awaitReady();
        repeatTheMainJob(second);
        assertNineNodesOnlineAndAllInSync(second, 3);
        second.terminate();
        assertThat(second.processes()).isEmpty();
        assertThat(second.said()).contains("stopped; the data is in");
    }

    @Test
    void leavesNothingBehindWhenItIsKilledItself() {
        RunningDemo demo = start(Ports.free()).awaitReady();
        assertThat(demo.processes()).hasSizeGreaterThan(3);

        demo.killTheLauncherAlone();

        demo.awaitNothingLeft();
    }

    /** Eight hosts and the one of the subnet manager. */
    private static void assertNineNodesOnlineAndAllInSync(RunningDemo demo, int partitions) {
        Rest operator = demo.as("admin");
        assertThat(operator.list("/api/v1/nodes"))
                .hasSize(9)
                .allSatisfy(node ->
                        assertThat(node.path("state").asText()).as("%s", node).isEqualTo("online"));
        List<JsonNode> all = operator.list("/api/v1/partitions");
        assertThat(all).hasSize(partitions);
        for (JsonNode partition : all) {
            assertThat(operator.list(
                            "/api/v1/partitions/" + partition.path("id").asText() + "/members"))
                    .isNotEmpty()
                    .allSatisfy(member -> assertThat(
                                    member.path("interface").path("state").asText())
                            .as("%s", member)
                            .isEqualTo("in_sync"));
        }
    }

    private static void repeatTheMainJob(RunningDemo demo) {
        MainJob job = new MainJob(demo.as("anna"));
        JsonNode partition = job.partition(Cast.FABRIC, "Once more", "10.99.0.0/24");
        job.members(partition, List.of("node1", "node2", "node3"), "full");
        job.awaitInSync(partition);
    }

    @Test
    void namesThePortThatIsTakenAndHowToChooseAnother() throws IOException {
        Ports ports = Ports.free();
        try (ServerSocket somebody = new ServerSocket(ports.web(), 1, InetAddress.getLoopbackAddress())) {
            RunningDemo demo = start(ports);

            assertThat(demo.awaitEnd()).isEqualTo(1);
            assertThat(demo.said())
                    .contains("Port " + somebody.getLocalPort() + ", wanted for the web pages, is taken")
                    .contains("-Ddemo.port=");
            assertThat(demo.processes()).isEmpty();
        }
    }
}
