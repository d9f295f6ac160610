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
import java.util.Map;
import java.util.Optional;

/** A portal with its database and nothing else: one fabric, one tenant, one partition. */
final class Bare implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private final Layout layout;
    private final Ports ports = Ports.free();
    private final Child portal;
    private final Rest operator;
    private final String partition;

    private Bare(Layout layout, Optional<Path> jar, List<String> settings) {
        this.layout = layout;
        layout.makeDirectory();
        Child.Program usual = Programs.portal(layout, ports, settings);
        portal = Child.start(
                jar.map(other -> new Child.Program(usual.name(), usual.jvm(), other, usual.main(), usual.arguments()))
                        .orElse(usual),
                layout);
        Waiting.ready(portal, ports, PATIENCE);
        operator = Password.operator(address(), layout, Password.load(layout));
        String tenant = Stage.id(operator.post("/api/v1/tenants", Map.of("name", "Bench")));
        JsonNode fabric = operator.post("/api/v1/fabrics", Map.of("name", "bench"));
        partition = Stage.id(operator.post(
                "/api/v1/partitions", Map.of("tenant", tenant, "fabric", Stage.id(fabric), "name", "writes")));
    }

    /** The portal as it is built. */
    static Bare product(String... settings) {
        return new Bare(fresh(), Optional.empty(), List.of(settings));
    }

    /** The portal without audit log, on tables without row-level security. */
    static Bare without(String... settings) {
        Layout layout = fresh();
        Path jar = Variant.build(layout.portalJar(), layout.directory().resolve("variant-app"));
        return new Bare(layout, Optional.of(jar), List.of(settings));
    }

    private static Layout fresh() {
        try {
            return new Layout(
                    Path.of(System.getProperty("demo.root", ".")), Files.createTempDirectory("ibportal-bench"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A pool with room for a million. */
    String pool(String prefix) {
        return Stage.id(
                operator.post("/api/v1/pools", Map.of("partition", partition, "name", prefix, "prefix", prefix)));
    }

    URI address() {
        return URI.create("http://127.0.0.1:" + ports.web());
    }

    Rest operator() {
        return operator;
    }

    String token() {
        return operator.post("/api/v1/tokens", Map.of("name", "bench " + System.nanoTime()))
                .path("token")
                .asText();
    }

    Database database() {
        return Database.of(layout);
    }

    ProcessCost cost() {
        return ProcessCost.of(portal.pid());
    }

    @Override
    public void close() {
        portal.stop();
        Folders.delete(layout.directory());
    }
}
