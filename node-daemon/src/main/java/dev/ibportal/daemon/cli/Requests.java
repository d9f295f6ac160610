package dev.ibportal.daemon.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ibportal.daemon.host.Json;
import dev.ibportal.daemon.reconcile.NodeReconciler.Done;
import dev.ibportal.daemon.session.NodeAgent;
import dev.ibportal.daemon.state.StateDir;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How commands of the same host ask the running daemon: by files in its state directory, which only root can reach. A
 * daemon that runs as root opens no door of its own.
 */
final class Requests {
    private static final Logger LOG = LoggerFactory.getLogger(Requests.class);
    private static final String REQUEST = ".request";
    private static final String ANSWER = ".answer";
    private static final Duration LATEST = Duration.ofMinutes(5);
    private static final Duration BETWEEN = Duration.ofMillis(100);

    private final StateDir dir;
    private final Clock clock;
    private final Set<String> underWay = new HashSet<>();

    Requests(StateDir state, Clock clock) {
        this.dir = state.child("requests");
        this.clock = clock;
    }

    /** Asks, and waits for the answer; empty when none came in time. */
    Optional<Done> ask(String what, String planDigest) throws InterruptedException {
        String id = UUID.randomUUID().toString();
        ObjectNode request = Json.object();
        request.put("do", what);
        request.put("plan", planDigest);
        request.put("at", clock.instant().toString());
        dir.write(id + REQUEST, bytes(request));
        Instant end = clock.instant().plus(LATEST);
        Optional<byte[]> answer = dir.read(id + ANSWER);
        while (answer.isEmpty() && clock.instant().isBefore(end)) {
            Thread.sleep(BETWEEN.toMillis());
            answer = dir.read(id + ANSWER);
        }
        dir.delete(id + REQUEST);
        dir.delete(id + ANSWER);
        return answer.map(Requests::done);
    }

    private static Done done(byte[] content) {
        try {
            JsonNode answer = Json.parse(new String(content, StandardCharsets.UTF_8));
            return new Done(
                    answer.path("succeeded").asBoolean(false),
                    answer.path("message").asText(""),
                    Optional.empty(),
                    Optional.empty());
        } catch (JsonProcessingException e) {
            return Done.failed("the daemon's answer cannot be read: " + e.getMessage());
        }
    }

    /** What the daemon does every moment: looks for requests and hands them to its work. */
    void serve(NodeAgent agent) {
        for (String name : dir.names()) {
            if (name.endsWith(REQUEST)) {
                String id = name.substring(0, name.length() - REQUEST.length());
                if (underWay.add(id)) {
                    serve(id, agent);
                }
            }
        }
    }

    private void serve(String id, NodeAgent agent) {
        begin(id, agent).whenComplete((done, failure) -> answer(id, done, failure));
    }

    private CompletableFuture<Done> begin(String id, NodeAgent agent) {
        try {
            String text = new String(dir.read(id + REQUEST).orElse(new byte[0]), StandardCharsets.UTF_8);
            JsonNode request = Json.parse(text);
            Instant asked = Instant.parse(request.path("at").asText(""));
            if (asked.isBefore(clock.instant().minus(LATEST))) {
                // Nobody waits for it any more.
                dir.delete(id + REQUEST);
                return CompletableFuture.completedFuture(Done.failed("the request is too old"));
            }
            return switch (request.path("do").asText()) {
                case "apply" -> agent.apply(request.path("plan").asText());
                case "rollback" -> agent.rollback();
                default -> CompletableFuture.completedFuture(Done.failed("this daemon knows apply and rollback"));
            };
        } catch (JsonProcessingException | RuntimeException e) {
            return CompletableFuture.completedFuture(Done.failed("the request cannot be read: " + e.getMessage()));
        }
    }

    private void answer(String id, @Nullable Done done, @Nullable Throwable failure) {
        Done end = done == null ? Done.failed("the daemon failed: " + failure) : done;
        ObjectNode answer = Json.object();
        answer.put("succeeded", end.succeeded());
        answer.put("message", end.message());
        LOG.info("asked on this host: {}", end.message());
        if (dir.read(id + REQUEST).isPresent()) {
            dir.write(id + ANSWER, bytes(answer));
        }
    }

    private static byte[] bytes(ObjectNode node) {
        return (Json.print(node) + "\n").getBytes(StandardCharsets.UTF_8);
    }
}
