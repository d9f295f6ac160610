package dev.ibportal.e2e.bench;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ibportal.demo.Child;
import dev.ibportal.demo.Layout;
import dev.ibportal.demo.Password;
import dev.ibportal.demo.Ports;
import dev.ibportal.demo.Programs;
import dev.ibportal.demo.Rest;
import dev.ibportal.demo.Waiting;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** A portal with its database and so many simulated nodes, all granted to one tenant; in a folder that goes away. */
final class Stage implements AutoCloseable {
    static final String FABRIC = "bench";
    private static final String SUBNET_MANAGER = "sm";
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private final Layout layout;
    private final Ports ports;
    private final Child portal;
    private final Child simulation;
    private final Rest operator;
    private final String password;
    private final String tenant;
    private final List<String> nodes;

    private Stage(Layout layout, Ports ports, int nodes) {
        this.layout = layout;
        this.ports = ports;
        this.nodes = IntStream.rangeClosed(1, nodes)
                .mapToObj(i -> String.format(Locale.ROOT, "n%05d", i))
                .toList();
        layout.makeDirectory();
        portal = Child.start(
                Programs.portal(
                        layout, ports, List.of("ibportal.password.memory=64", "ibportal.password.iterations=1")),
                layout);
        Waiting.ready(portal, ports, PATIENCE);
        password = Password.load(layout);
        operator = Password.operator(address(), layout, password);
        tenant = id(operator.post("/api/v1/tenants", Map.of("name", "Bench")));
        inviteNodes();
        simulation = Child.start(Programs.simulation(layout, ports, Math.max(2, nodes / 16)), layout);
        awaitNodes();
    }

    static Stage with(int nodes) {
        try {
            Path directory = Files.createTempDirectory("ibportal-bench");
            return new Stage(new Layout(Path.of(System.getProperty("demo.root", ".")), directory), Ports.free(), nodes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void inviteNodes() {
        StringBuilder tokens = new StringBuilder(invite(SUBNET_MANAGER, "subnet-manager"));
        for (String node : nodes) {
            tokens.append(invite(node, "node"));
        }
        operator.post("/api/v1/fabrics", Map.of("name", FABRIC, "smKind", "opensm", "smNode", SUBNET_MANAGER));
        try {
            Files.writeString(layout.enrolmentTokens(), tokens);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String invite(String name, String role) {
        String id = id(operator.post("/api/v1/nodes", Map.of("name", name, "roles", List.of(role))));
        if (role.equals("node")) {
            operator.put("/api/v1/tenants/" + tenant + "/nodes/" + id, Map.of());
        }
        JsonNode invitation = operator.post("/api/v1/nodes/" + id + "/enrolment-tokens", Map.of());
        return name + " " + invitation.path("token").asText() + "\n";
    }

    private void awaitNodes() {
        Waiting.until(PATIENCE, () -> {
            long away = operator.list("/api/v1/nodes").stream()
                    .filter(node -> !node.path("state").asText().equals("online")
                            || node.path("ports").asInt() == 0)
                    .count();
            // The subnet manager's node has no port of its own in some simulations.
            return away <= 1 ? Optional.empty() : Optional.of(away + " nodes are not online with a port");
        });
    }

    /** A new partition with a pool that has room for all. */
    String partition(int number) {
        String id = id(operator.post(
                "/api/v1/partitions", Map.of("tenant", tenant, "fabric", FABRIC, "name", "line " + number)));
        pool(id, "10." + (100 + number) + ".0.0/16");
        return id;
    }

    /** Back to where we were: every run begins with nodes that have nothing. */
    void remove(String partition) {
        operator.delete("/api/v1/partitions/" + partition);
        Waiting.until(
                PATIENCE,
                () -> Optional.of(operator.get("/api/v1/partitions/" + partition)
                                .path("state")
                                .asText())
                        .filter(state -> state.equals("retiring"))
                        .map(state -> "the partition is " + state));
    }

    String pool(String partition, String prefix) {
        return id(operator.post(
                "/api/v1/pools", Map.of("partition", partition, "name", "pool " + prefix, "prefix", prefix)));
    }

    static String id(JsonNode item) {
        return item.path("id").asText();
    }

    URI address() {
        return URI.create("http://127.0.0.1:" + ports.web());
    }

    Database database() {
        return Database.of(layout);
    }

    Rest operator() {
        return operator;
    }

    String password() {
        return password;
    }

    List<String> nodes() {
        return nodes;
    }

    Layout layout() {
        return layout;
    }

    Ports ports() {
        return ports;
    }

    Child portal() {
        return portal;
    }

    /** CPU that was used so far. */
    Cpu cpu() {
        return new Cpu(
                ProcessCost.of(portal.pid()).cpuSeconds(),
                ProcessCost.of(simulation.pid()).cpuSeconds(),
                database().cpuSeconds());
    }

    @Override
    public void close() {
        simulation.stop();
        portal.stop();
        Folders.delete(layout.directory());
    }
}
