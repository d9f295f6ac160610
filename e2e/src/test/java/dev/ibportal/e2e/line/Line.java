package dev.ibportal.e2e.line;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.ibportal.demo.Child;
import dev.ibportal.demo.Layout;
import dev.ibportal.demo.Password;
import dev.ibportal.demo.Ports;
import dev.ibportal.demo.Programs;
import dev.ibportal.demo.Rest;
import dev.ibportal.demo.Waiting;
import dev.ibportal.e2e.bench.Database;
import dev.ibportal.e2e.lab.Lab;
import dev.ibportal.e2e.lab.LabHost;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The whole product on a lab: the portal with its PostgreSQL, and a daemon on every host, all enrolled; the first host
 * has the subnet manager too. People act through the API alone.
 */
final class Line implements AutoCloseable {
    private static final Duration STARTS = Duration.ofMinutes(3);
    static final Duration SETTLES = Duration.ofSeconds(60);
    private static final String PASSWORD = "a-password-for-the-line-1";

    private final Lab lab;
    private final Map<String, String> settings;
    private final List<String> pace;
    private final Layout layout;
    private final Ports ports = Ports.free();
    private final URI web = URI.create("http://127.0.0.1:" + ports.web());
    private final Map<String, LineDaemon> daemons = new HashMap<>();
    private final Map<String, String> nodes = new HashMap<>();
    private Child portal;
    private final Rest operator;

    private Line(Lab lab, Path folder, Map<String, String> settings, List<String> pace) {
        this.lab = lab;
        this.settings = settings;
        this.pace = pace;
        this.layout = new Layout(root(), folder);
        layout.makeDirectory();
        this.portal = Child.start(program(), layout);
        Waiting.ready(portal, ports, STARTS);
        this.operator = Password.operator(web, layout, PASSWORD);
    }

    /** Brings everything up until all nodes are online. */
    static Line up(Lab lab, Path folder) {
        return up(lab, folder, Map.of());
    }

    /** @param settings of all daemons, beside where they are and whom they serve */
    static Line up(Lab lab, Path folder, Map<String, String> settings) {
        return up(
                lab,
                folder,
                settings,
                List.of("ibportal.fabric.poll-interval=1s", "ibportal.fabric.audit-interval=2s"));
    }

    /** A portal that looks at its fabric as often as it does where nobody tells it otherwise: for measurements. */
    static Line unhurried(Lab lab, Path folder) {
        return up(lab, folder, Map.of(), List.of());
    }

    private static Line up(Lab lab, Path folder, Map<String, String> settings, List<String> pace) {
        Line line = new Line(lab, folder, settings, pace);
        try {
            line.join();
            return line;
        } catch (RuntimeException | Error e) {
            line.close();
            throw e;
        }
    }

    private static Path root() {
        Path here = Path.of("").toAbsolutePath();
        return Files.isDirectory(here.resolve("e2e"))
                ? here
                : here.resolve("..").normalize();
    }

    private Child.Program program() {
        String address = lab.managementAddress();
        List<String> options = new ArrayList<>(pace);
        options.add("ibportal.agents.host=" + address);
        options.add("ibportal.agents.public-address=" + agents());
        return Programs.portal(layout, ports, options);
    }

    /** Where daemons find the portal. */
    String agents() {
        return lab.managementAddress() + ":" + ports.agents();
    }

    private void join() {
        for (LabHost host : lab.hosts()) {
            boolean manages = host.equals(lab.subnetManagerHost()) || standbys().contains(host.name());
            List<String> roles = manages ? List.of("node", "subnet-manager") : List.of("node");
            String id = operator.post("/api/v1/nodes", Map.of("name", host.name(), "roles", roles))
                    .path("id")
                    .asText();
            nodes.put(host.name(), id);
        }
        operator.post(
                "/api/v1/fabrics",
                Map.of(
                        "name",
                        "lab",
                        "smKind",
                        "opensm",
                        "smNode",
                        lab.subnetManagerHost().name(),
                        "smStandbys",
                        standbys(),
                        "quarantineSeconds",
                        1));
        for (LabHost host : lab.hosts()) {
            LineDaemon daemon = new LineDaemon(host, layout, agents(), settings);
            daemons.put(host.name(), daemon);
            daemon.enrol(operator.post("/api/v1/nodes/" + nodes.get(host.name()) + "/enrolment-tokens", Map.of())
                    .path("token")
                    .asText());
            daemon.start();
        }
        awaitNodes();
    }

    private List<String> standbys() {
        return lab.standbys().stream().map(standby -> standby.host().name()).toList();
    }

    /** Until all nodes are online and their ports are known. */
    void awaitNodes() {
        Waiting.until(
                SETTLES,
                () -> nodes.values().stream()
                        .map(id -> operator.get("/api/v1/nodes/" + id))
                        .filter(node -> !node.path("state").asText().equals("online")
                                || node.path("ports").isEmpty())
                        .findFirst()
                        .map(node -> "not online with a port: " + node));
    }

    /** A tenant with those hosts, and its administrator. */
    Tenant tenant(String name, LabHost... granted) {
        String id = operator.post("/api/v1/tenants", Map.of("name", name))
                .path("id")
                .asText();
        for (LabHost host : granted) {
            operator.put("/api/v1/tenants/" + id + "/nodes/" + nodes.get(host.name()), Map.of());
        }
        String login = name + "-admin";
        operator.post(
                "/api/v1/users",
                Map.of(
                        "login", login,
                        "name", login,
                        "password", PASSWORD,
                        "roles", List.of(Map.of("role", "tenant-admin", "tenant", id))));
        return new Tenant(Rest.logIn(web, login, PASSWORD, "line"));
    }

    /** What an operator does. */
    Rest operator() {
        return operator;
    }

    String node(LabHost host) {
        return Optional.ofNullable(nodes.get(host.name())).orElseThrow();
    }

    static JsonNode parse(String json) {
        try {
            return new ObjectMapper().readTree(json);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    LineDaemon daemon(LabHost host) {
        return Optional.ofNullable(daemons.get(host.name())).orElseThrow();
    }

    /** SIGKILL of the portal; its PostgreSQL stays behind without anybody who looks after it. */
    void killPortal() {
        portal.kill();
    }

    /** Starts it with the same data, and waits until it is ready. */
    void startPortal() {
        portal = Child.start(program(), layout);
        Waiting.ready(portal, ports, STARTS);
    }

    /** SIGKILL of the PostgreSQL server; its portal starts it again. */
    void killDatabase() {
        try {
            String pid = Files.readAllLines(
                            layout.portalData().resolve("postgresql").resolve("postmaster.pid"))
                    .get(0);
            ProcessHandle server = ProcessHandle.of(Long.parseLong(pid.strip())).orElseThrow();
            server.destroyForcibly();
            server.onExit().join();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The database as its superuser. The port may be another one after a restart, so ask anew each time. */
    Database database() {
        return Database.of(layout);
    }

    @Override
    public void close() {
        daemons.values().forEach(LineDaemon::kill);
        portal.stop();
    }

    /** What one tenant's administrator does. */
    static final class Tenant {
        private final Rest rest;

        Tenant(Rest rest) {
            this.rest = rest;
        }

        Rest rest() {
            return rest;
        }

        Partition partition(String name, String prefix) {
            JsonNode made = rest.post("/api/v1/partitions", Map.of("fabric", "lab", "name", name));
            rest.post("/api/v1/pools", Map.of("partition", made.path("id").asText(), "name", name, "prefix", prefix));
            return new Partition(
                    rest, made.path("id").asText(), made.path("pkey").asText());
        }
    }
}
