package dev.ibportal.e2e.lab;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.assertj.core.api.Assertions;

/** One step of {@code lab/contract/host.json}, with its variables filled in. The file explains the form. */
final class ContractStep {
    private final JsonNode step;
    private final String key;
    private final String other;
    private final String portGuid;

    ContractStep(JsonNode step, String key, String other, String portGuid) {
        this.step = step;
        this.key = key;
        this.other = other;
        this.portGuid = portGuid;
    }

    String name() {
        return step.get("name").asText();
    }

    boolean soon() {
        return step.path("soon").asBoolean();
    }

    boolean hasCommand() {
        return step.has("argv");
    }

    List<String> argv() {
        List<String> argv = new ArrayList<>();
        step.get("argv").forEach(word -> argv.add(fill(word.asText())));
        return argv;
    }

    void checkCommand(int status, String out, String err) {
        assertThat(status)
                .as("%s: exit status; it said: %s", name(), err)
                .isEqualTo(step.path("exit").asInt());
        if (step.has("stderr")) {
            compare("stderr", step.get("stderr"), new TextNode(err.strip()));
        }
        if (step.has("stdout")) {
            compare("stdout", step.get("stdout"), new TextNode(out));
        }
        if (step.has("json")) {
            JsonNode answer = Lab.parse(out);
            step.get("json").properties().forEach(e -> compare(e.getKey(), e.getValue(), answer.at(e.getKey())));
        }
    }

    void checkSysfs(Function<String, Optional<String>> read) {
        step.path("sysfs").properties().forEach(file -> {
            String path = fill(file.getKey());
            JsonNode found = read.apply(path).<JsonNode>map(TextNode::new).orElse(MissingNode.getInstance());
            compare(path, file.getValue(), found);
        });
    }

    private void compare(String what, JsonNode wanted, JsonNode found) {
        String where = name() + ": " + what + " was " + found;
        if (wanted.has("absent")) {
            assertThat(found.isMissingNode()).as(where).isTrue();
        } else if (wanted.has("matches")) {
            assertThat(found.asText())
                    .as(where)
                    .matches(fill(wanted.get("matches").asText()));
        } else if (wanted.isObject()) {
            List<String> words = texts(found);
            assertThat(words).as(where).containsAll(texts(wanted.path("has")));
            assertThat(words).as(where).doesNotContainAnyElementsOf(orNothing(texts(wanted.path("lacks"))));
        } else if (wanted.isTextual()) {
            assertThat(found.asText()).as(where).isEqualTo(fill(wanted.asText()));
        } else {
            Assertions.<Object>assertThat(found).as(where).isEqualTo(wanted);
        }
    }

    /** AssertJ refuses an empty list of unwanted elements. */
    private static List<String> orNothing(List<String> unwanted) {
        return unwanted.isEmpty() ? List.of("\0") : unwanted;
    }

    private static List<String> texts(JsonNode list) {
        List<String> found = new ArrayList<>();
        list.forEach(element -> found.add(element.asText()));
        return found;
    }

    private String fill(String text) {
        return text.replace("KEYPAIR", key.substring(2, 4) + ":" + key.substring(4))
                .replace("OTHER4", other.substring(2))
                .replace("OTHER", other)
                .replace("KEY4", key.substring(2))
                .replace("KEY", key)
                .replace("GUID8", portGuid.substring(2).replaceAll("(..)(?=.)", "$1:"))
                .replace("GUID", portGuid);
    }
}
