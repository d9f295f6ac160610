package dev.ibportal.daemon.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.ibportal.agent.v1.NodeStatus;
import dev.ibportal.daemon.session.ConnectionBoard;
import dev.ibportal.daemon.state.StateDir;
import java.io.IOException;
import java.time.Clock;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What the running daemon leaves for {@code ibnoded status}. */
final class StatusFile implements ConnectionBoard {
    private static final String CONNECTION = "status.json";
    private static final String NODE = "status.pb";
    private static final ObjectMapper JSON = new ObjectMapper();

    private final StateDir state;
    private final Clock clock;
    private final long pid;

    /**
     * @param connection {@code dialling}, {@code connected} or {@code disconnected}
     * @param since ISO 8601 in UTC
     */
    record Shown(long pid, String portal, String nodeId, String connection, String since, String reason) {}

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
        try {
            Shown shown =
                    new Shown(pid, portal, nodeId, connection, clock.instant().toString(), reason);
            state.write(CONNECTION, JSON.writeValueAsBytes(shown));
        } catch (IOException e) {
            throw new IllegalStateException("the status cannot be encoded", e);
        }
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

    static @Nullable Shown connection(StateDir state) throws IOException {
        Optional<byte[]> content = state.read(CONNECTION);
        return content.isEmpty() ? null : JSON.readValue(content.get(), Shown.class);
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
