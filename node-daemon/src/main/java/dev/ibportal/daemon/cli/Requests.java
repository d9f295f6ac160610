package dev.ibportal.daemon.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ibportal.daemon.host.Json;
import dev.ibportal.daemon.reconcile.NodeReconciler.Done;
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
import java.util.function.Function;
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

    /**
     * Asks, and waits for the answer; empty when none came in time.
     *
     * @param transaction the last one by now; who wants to go back has no other one in mind
     */
    Optional<Done> ask(String what, String planDigest, String transaction) throws InterruptedException {
        String id = UUID.randomUUID().toString();
        ObjectNode request = Json.object();
        request.put("do", what);
        request.put("plan", planDigest);
        request.put("transaction", transaction);
        request.put("at", clock.instant().toString());
        request.put("process", ProcessHandle.current().pid());
        request.put("started", started(ProcessHandle.current()));
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

    private static String started(ProcessHandle process) {
        return process.info().startInstant().map(Instant::toString).orElse("");
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

    /** What the daemon's work can be asked to do. */
    record Work(Function<String, CompletableFuture<Done>> apply, Function<String, CompletableFuture<Done>> rollback) {}

    /** What the daemon does every moment: looks for requests and hands them to its work. */
    void serve(Work work) {
        for (String name : dir.names()) {
            if (name.endsWith(REQUEST)) {
                String id = name.substring(0, name.length() - REQUEST.length());
                if (underWay.add(id)) {
                    begin(id, work).whenComplete((done, failure) -> answer(id, done, failure));
                }
            }
        }
    }

    private CompletableFuture<Done> begin(String id, Work work) {
        try {
            String text = new String(dir.read(id + REQUEST).orElse(new byte[0]), StandardCharsets.UTF_8);
            // Taken: a later life must not do it once more.
            dir.delete(id + REQUEST);
            JsonNode request = Json.parse(text);
            Instant asked = Instant.parse(request.path("at").asText(""));
            if (asked.isBefore(clock.instant().minus(LATEST))) {
                return CompletableFuture.completedFuture(Done.failed("the request is too old"));
            }
            if (isGone(request)) {
                return CompletableFuture.completedFuture(Done.failed(
                        "who asked for «" + request.path("do").asText() + "» waits no more; nothing was done"));
            }
            return switch (request.path("do").asText()) {
                case "apply" -> work.apply().apply(request.path("plan").asText());
                case "rollback" ->
                    work.rollback().apply(request.path("transaction").asText());
                default -> CompletableFuture.completedFuture(Done.failed("this daemon knows apply and rollback"));
            };
        } catch (JsonProcessingException | RuntimeException e) {
            return CompletableFuture.completedFuture(Done.failed("the request cannot be read: " + e.getMessage()));
        }
    }

    private static boolean isGone(JsonNode request) {
        Optional<ProcessHandle> asker = ProcessHandle.of(request.path("process").asLong());
        return asker.filter(ProcessHandle::isAlive)
                .filter(process ->
                        started(process).equals(request.path("started").asText()))
                .isEmpty();
    }

    private void answer(String id, @Nullable Done done, @Nullable Throwable failure) {
        Done end = done == null ? Done.failed("the daemon failed: " + failure) : done;
        ObjectNode answer = Json.object();
        answer.put("succeeded", end.succeeded());
        answer.put("message", end.message());
        LOG.info("asked on this host: {}", end.message());
        dir.write(id + ANSWER, bytes(answer));
    }

    /** Answers to questions of an earlier life, that nobody came for. */
    void tidy() {
        dir.names().stream().filter(name -> name.endsWith(ANSWER)).forEach(dir::delete);
    }

    private static byte[] bytes(ObjectNode node) {
        return (Json.print(node) + "\n").getBytes(StandardCharsets.UTF_8);
    }
}
