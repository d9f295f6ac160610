package dev.ibportal.daemon.reconcile;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ibportal.daemon.host.Command;
import dev.ibportal.daemon.host.HostFiles.FileMode;
import dev.ibportal.daemon.ipoib.Step;
import dev.ibportal.daemon.ipoib.Undo;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A way back as a person could also go it by hand: commands, and files with their old content. */
final class UndoJson {
    private UndoJson() {}

    static void print(Undo wayBack, ArrayNode list) {
        wayBack.steps().forEach(step -> print(step, list.addObject()));
    }

    private static void print(Step step, ObjectNode node) {
        if (step instanceof Step.ByCommand command) {
            ArrayNode argv = node.putArray("run");
            command.command().argv().forEach(argv::add);
            node.put("seconds", command.command().timeLimit().toSeconds());
        } else if (step instanceof Step.WriteFile write) {
            node.put("write", write.path());
            node.put("mode", write.mode().name());
            node.put("content", write.content());
        } else if (step instanceof Step.DeleteFile delete) {
            node.put("delete", delete.path());
        } else {
            throw new IllegalArgumentException("no step that could be kept on disk: " + step);
        }
    }

    static Undo parse(JsonNode list) {
        List<Step> steps = new ArrayList<>();
        list.forEach(node -> steps.add(step(node)));
        return new Undo(steps);
    }

    private static Step step(JsonNode node) {
        if (node.has("run")) {
            List<String> argv = new ArrayList<>();
            node.get("run").forEach(word -> argv.add(word.asText()));
            return new Step.Replay(new Command(
                    argv, Duration.ofSeconds(node.required("seconds").asLong())));
        } else if (node.has("write")) {
            return new Step.WriteFile(
                    node.get("write").asText(),
                    node.required("content").asText(),
                    FileMode.valueOf(node.required("mode").asText()),
                    Optional.empty());
        }
        return new Step.DeleteFile(node.required("delete").asText(), "", FileMode.OWNER_ONLY);
    }
}
