package dev.ibportal.e2e.browser;

import static org.awaitility.Awaitility.await;

import dev.ibportal.demo.FreePort;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A portal and a simulated fabric, as two processes on free ports. */
final class Site implements AutoCloseable {
    private static final Duration START = Duration.ofMinutes(2);

    private final HttpClient http = HttpClient.newHttpClient();
    private final Path directory;
    private final int webPort = FreePort.find();
    private final int agentsPort = FreePort.find();
    private final int controlPort = FreePort.find();
    private final Program portal;
    private final Program simulation;

    private Site(Path directory, List<String> more) {
        this.directory = directory;
        List<String> options = new ArrayList<>(more);
        options.addAll(List.of(
                "-Xmx400m",
                "-Dquarkus.http.host=127.0.0.1",
                "-Dquarkus.http.port=" + webPort,
                "-Dquarkus.management.port=" + FreePort.find(),
                "-Dibportal.agents.host=127.0.0.1",
                "-Dibportal.agents.port=" + agentsPort,
                "-Dibportal.agents.public-address=localhost:" + agentsPort,
                "-Dibportal.data-dir=" + directory.resolve("data")));
        this.portal =
                Program.java(directory, "portal", options, Path.of("../portal/target/quarkus-app/quarkus-run.jar"));
        awaitAnswer(portal, base() + "/login");
        this.simulation = Program.java(
                directory,
                "simulation",
                List.of("-Xmx300m"),
                Path.of("../node-daemon/target/node-daemon.jar"),
                "simulate",
                "--portal",
                "localhost:" + agentsPort,
                "--state-dir",
                directory.resolve("simulation").toString(),
                "--control-port",
                Integer.toString(controlPort));
        awaitAnswer(simulation, control("/"));
    }

    static Site start(Path directory) {
        return new Site(directory, List.of());
    }

    /** @param options for the portal's JVM, beside those that each has */
    static Site start(Path directory, List<String> options) {
        return new Site(directory, options);
    }

    String base() {
        return "http://127.0.0.1:" + webPort;
    }

    private String control(String path) {
        return "http://127.0.0.1:" + controlPort + path;
    }

    /** Only the file tells it, as for everybody who installs the portal. */
    String firstPassword() {
        try {
            return Files.readString(directory.resolve("data/first-operator-password"))
                    .strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What a person does who runs the copied command on that host. */
    void runJoinCommand(String node, String command) {
        String token = command.replaceFirst("(?s)^.*printf '%s.n' '", "").replaceFirst("(?s)'.*$", "");
        HttpResponse<String> answer = send(HttpRequest.newBuilder(URI.create(control("/nodes")))
                .POST(HttpRequest.BodyPublishers.ofString(node + " " + token)));
        if (answer.statusCode() / 100 != 2) {
            throw new IllegalStateException(answer.statusCode() + ": " + answer.body());
        }
    }

    void switchFaultOn(String fault) {
        send(HttpRequest.newBuilder(URI.create(control("/faults/" + fault))).PUT(HttpRequest.BodyPublishers.noBody()));
    }

    void switchFaultOff(String fault) {
        send(HttpRequest.newBuilder(URI.create(control("/faults/" + fault))).DELETE());
    }

    private void awaitAnswer(Program program, String address) {
        await().atMost(START)
                .pollInterval(Duration.ofMillis(200))
                .ignoreExceptions()
                .until(() -> {
                    program.requireAlive();
                    return send(HttpRequest.newBuilder(URI.create(address))).statusCode() == 200;
                });
    }

    private HttpResponse<String> send(HttpRequest.Builder request) {
        try {
            return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    String logs() {
        return "--- portal\n" + portal.output() + "\n--- simulation\n" + simulation.output();
    }

    @Override
    public void close() {
        simulation.close();
        portal.close();
    }
}
