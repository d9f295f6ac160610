package dev.ibportal.daemon.host.simulated;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.ibportal.daemon.host.Command;
import dev.ibportal.daemon.host.CommandResult;
import dev.ibportal.daemon.host.Json;
import dev.ibportal.types.Guid;
import dev.ibportal.types.IbMtu;
import dev.ibportal.types.PKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The simulated host answers as the lab's hosts do: both are held to {@code e2e/lab/contract/host.json}. */
class SimulatedHostContractTest {
    private static final Path CONTRACT = Path.of("../e2e/lab/contract/host.json");
    /** Their answers come from the simulated fabric, not from the host. */
    private static final Set<String> OF_THE_FABRIC = Set.of("smpquery", "sminfo");

    private final SimulatedPort port = new SimulatedPort(Guid.parse("0x0002c90300001001"));
    private final SimulatedHost host = SimulatedHost.named("host1").port(port).build();

    @TestFactory
    Stream<DynamicTest> everyStepHolds() throws IOException {
        port.update(now -> now.active(5, 1)
                .withPkeys(List.of(0xffff, 0x9001))
                .withGroups(Map.of(PKey.DEFAULT, IbMtu.MTU_2048, PKey.parse("0x9001"), IbMtu.MTU_2048)));
        JsonNode steps = parse(Files.readString(CONTRACT)).required("steps");
        return StreamSupport.stream(steps.spliterator(), false)
                .filter(step ->
                        !OF_THE_FABRIC.contains(step.path("argv").path(0).asText()))
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
                .replace("GUID8", "00:02:c9:03:00:00:10:01");
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
