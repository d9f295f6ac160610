package dev.ibportal.daemon.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.ibportal.daemon.host.Command;
import dev.ibportal.daemon.host.CommandResult;
import dev.ibportal.daemon.host.HostFiles.FileMode;
import dev.ibportal.daemon.host.Json;
import dev.ibportal.daemon.host.simulated.MemoryFiles;
import dev.ibportal.daemon.host.simulated.SimulatedHost;
import dev.ibportal.daemon.host.simulated.SimulatedPort;
import dev.ibportal.opensm.BroadcastGroup;
import dev.ibportal.opensm.DefaultRule;
import dev.ibportal.opensm.PartitionRule;
import dev.ibportal.opensm.PartitionsConf;
import dev.ibportal.opensm.PartitionsConfRenderer;
import dev.ibportal.opensm.PortMember;
import dev.ibportal.types.Guid;
import dev.ibportal.types.MembershipType;
import dev.ibportal.types.PKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * The simulated host on the simulated fabric answers as the lab's hosts do: both are held to
 * {@code e2e/lab/contract/host.json}.
 */
class SimulatedHostContractTest {
    private static final Path CONTRACT = Path.of("../e2e/lab/contract/host.json");
    private static final Guid SM_PORT = Guid.parse("0x0002c90300001001");
    private static final String OWN_PORT = "0x0002c90300001011";
    private static final String PARTITIONS = PartitionsConfRenderer.render(new PartitionsConf(
            DefaultRule.of(MembershipType.LIMITED),
            List.of(new PartitionRule(
                    PKey.parse("0x9001"),
                    Optional.of(BroadcastGroup.DEFAULT),
                    0,
                    List.of(new PortMember(Guid.parse(OWN_PORT), MembershipType.FULL))))));

    private final Fabric fabric = new Fabric(1);
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
    private SimulatedHost host;

    /** As in the lab: the subnet manager on one host, the contract's host another one. */
    @BeforeEach
    void up() throws IOException {
        MemoryFiles files = new MemoryFiles();
        files.write(SimulatedOpenSm.PARTITIONS_FILE, PARTITIONS, FileMode.WORLD_READABLE);
        SimulatedPort port = new SimulatedPort(Guid.parse(OWN_PORT));
        host = SimulatedHost.named("host2").port(port).build();
        fabric.attach("host1", new SimulatedPort(SM_PORT));
        fabric.attach("host2", port);
        FabricCommands commands = new FabricCommands(fabric, (node, interfaceName, target, bytes) -> false, "host2");
        FabricCommands.PROGRAMS.forEach(program -> host.program(program, commands));
        SimulatedOpenSm subnetManager =
                new SimulatedOpenSm(fabric, SM_PORT, files, timer, Clock.systemUTC(), Duration.ofMillis(5));
        fabric.subnetManager(subnetManager);
        subnetManager.start();
    }

    @AfterEach
    void down() {
        timer.shutdownNow();
    }

    @TestFactory
    Stream<DynamicTest> everyStepHolds() throws IOException {
        JsonNode steps = parse(Files.readString(CONTRACT)).required("steps");
        return StreamSupport.stream(steps.spliterator(), false)
                .map(step -> DynamicTest.dynamicTest(step.path("name").asText(), () -> check(step)));
    }

    private static JsonNode parse(String text) {
        try {
            return Json.parse(text);
        } catch (JsonProcessingException e) {
            throw new AssertionError("no JSON: " + text, e);
        }
    }

    private static String fill(String text) {
        return text.replace("KEYPAIR", "90:01")
                .replace("OTHER4", "9002")
                .replace("OTHER", "0x9002")
                .replace("KEY4", "9001")
                .replace("KEY", "0x9001")
                .replace("GUID8", "00:02:c9:03:00:00:10:11")
                .replace("GUID", OWN_PORT);
    }

    private void check(JsonNode step) {
        if (step.has("argv")) {
            List<String> argv = new ArrayList<>();
            step.get("argv").forEach(word -> argv.add(fill(word.asText())));
            command(step, host.host().commands().run(Command.of(argv.toArray(String[]::new))));
        }
        step.path("sysfs").properties().forEach(file -> {
            String path = fill(file.getKey());
            var found = host.host().sysfs().read(path).found();
            if (file.getValue().has("absent")) {
                assertThat(found).as(path).isEmpty();
            } else {
                text(path, file.getValue(), found.orElse("(nothing)"));
            }
        });
    }

    private static void command(JsonNode step, CommandResult result) {
        assertThat(result.exitCode())
                .as(result.describe())
                .isEqualTo(step.path("exit").asInt(0));
        if (step.has("stderr")) {
            text("stderr", step.get("stderr"), result.stderr().strip());
        }
        if (step.has("stdout")) {
            text("stdout", step.get("stdout"), result.stdout());
        }
        step.path("json").properties().forEach(wanted -> {
            JsonNode found = parse(result.stdout()).at(wanted.getKey());
            value(wanted.getKey(), wanted.getValue(), found);
        });
    }

    private static void value(String where, JsonNode wanted, JsonNode found) {
        if (wanted.has("absent")) {
            assertThat(found.isMissingNode()).as(where).isTrue();
        } else if (wanted.has("has") || wanted.has("lacks")) {
            assertThat(words(found)).as(where).containsAll(words(wanted.path("has")));
            words(wanted.path("lacks"))
                    .forEach(word -> assertThat(words(found)).as(where).doesNotContain(word));
        } else {
            text(where, wanted, found.asText());
        }
    }

    private static List<String> words(JsonNode list) {
        return StreamSupport.stream(list.spliterator(), false)
                .map(JsonNode::asText)
                .toList();
    }

    private static void text(String where, JsonNode wanted, String found) {
        if (wanted.has("matches")) {
            assertThat(found).as(where).matches(fill(wanted.get("matches").asText()));
        } else {
            assertThat(found).as(where).isEqualTo(fill(wanted.asText()));
        }
    }
}
