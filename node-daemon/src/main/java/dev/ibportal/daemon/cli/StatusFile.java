package dev.ibportal.daemon.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.ibportal.agent.v1.NodeStatus;
import dev.ibportal.daemon.host.Json;
import dev.ibportal.daemon.session.ConnectionBoard;
import dev.ibportal.daemon.state.StateDir;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Optional;

/** What the running daemon leaves for {@code ibnoded status}. */
final class StatusFile implements ConnectionBoard {
    private static final String CONNECTION = "status.json";
    private static final String NODE = "status.pb";

    private final StateDir state;
    private final Clock clock;
    private final long pid;

    /**
     * @param connection {@code dialling}, {@code connected} or {@code disconnected}
     * @param since ISO 8601 in UTC
     */
    record Shown(long pid, String connection, String since, String reason) {}

    private final String portal;
    private final String nodeId;

    StatusFile(StateDir state, Clock clock, String portal, String nodeId) {
        this.state = state;
        this.clock = clock;
        this.portal = portal;
        this.nodeId = nodeId;
        this.pid = ProcessHandle.current().pid();
    }

    private void write(String connection, String reason) {
        ObjectNode shown = Json.object();
        shown.put("pid", pid);
        shown.put("portal", portal);
        shown.put("nodeId", nodeId);
        shown.put("connection", connection);
        shown.put("since", clock.instant().toString());
        shown.put("reason", reason);
        state.write(CONNECTION, (Json.print(shown) + "\n").getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void dialling() {
        write("dialling", "");
    }

    @Override
    public void connected() {
        write("connected", "");
    }

    @Override
    public void disconnected(String reason) {
        write("disconnected", reason);
    }

    @Override
    public void status(NodeStatus status) {
        state.write(NODE, status.toByteArray());
    }

    static Optional<Shown> connection(StateDir state) {
        return state.read(CONNECTION).flatMap(content -> {
            try {
                JsonNode shown = Json.parse(new String(content, StandardCharsets.UTF_8));
                return Optional.of(new Shown(
                        shown.path("pid").asLong(0),
                        shown.path("connection").asText(""),
                        shown.path("since").asText(""),
                        shown.path("reason").asText("")));
            } catch (JsonProcessingException e) {
                return Optional.empty();
            }
        });
    }

    static Optional<NodeStatus> node(StateDir state) {
        return state.read(NODE).flatMap(content -> {
            try {
                return Optional.of(NodeStatus.parseFrom(content));
            } catch (InvalidProtocolBufferException e) {
                return Optional.empty();
            }
        });
    }
}
