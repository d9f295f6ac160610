package dev.ibportal.portal.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.portal.testing.Cluster;
import dev.ibportal.portal.testing.World;
import dev.ibportal.portal.testing.World.Person;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command is run as people run it, by a plain shell, on a host that has nothing but the package. */
@QuarkusTest
@SuppressWarnings("NullAway.Init")
class JoinCommandTest {
    @Inject
    World world;

    @TempDir
    Path host;

    @Test
    void runsInAnyShellAndOnceMore() throws IOException, InterruptedException {
        world.reset();
        Person operator = world.operator("root");
        UUID node = new Cluster(operator).node("n101");
        program("ibnoded", "echo \"$@\" >>" + host + "/calls; case $1 in enrol) cat >>" + host + "/token;; esac");
        program("systemctl", "echo \"systemctl $@\" >>" + host + "/calls");

        String first = run(operator, node);
        String second = run(operator, node);

        Path file = host.resolve("etc/ibnoded.properties");
        assertThat(Files.readAllLines(file)).singleElement().asString().startsWith("portal.address=");
        assertThat(Files.readAllLines(host.resolve("token"))).containsExactly(first, second);
        assertThat(Files.readAllLines(host.resolve("calls")))
                .containsExactly(
                        "enrol --token-file -",
                        "systemctl enable ibnoded",
                        "systemctl restart ibnoded",
                        "enrol --token-file -",
                        "systemctl enable ibnoded",
                        "systemctl restart ibnoded");
    }

    @Test
    void keepsWhatElseIsConfiguredAndRunsTheDaemonItselfWithoutServices() throws IOException, InterruptedException {
        world.reset();
        Person operator = world.operator("root");
        UUID node = new Cluster(operator).node("n101");
        program("ibnoded", "echo \"$@\" >>" + host + "/calls");
        program("systemctl", "exit 1");
        Files.createDirectories(host.resolve("etc"));
        Files.writeString(
                host.resolve("etc/ibnoded.properties"), "log.level=DEBUG\n portal.address=old:1\nresync.interval=5m");

        run(operator, node);

        assertThat(Files.readAllLines(host.resolve("etc/ibnoded.properties")))
                .hasSize(3)
                .contains("log.level=DEBUG", "resync.interval=5m")
                .doesNotContain(" portal.address=old:1");
        assertThat(Files.readAllLines(host.resolve("calls"))).containsExactly("enrol --token-file -", "run");
    }

    private void program(String name, String script) throws IOException {
        Path file = Files.createDirectories(host.resolve("bin")).resolve(name);
        Files.writeString(file, "#!/bin/sh\n" + script + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    }

    /** Answers the token. */
    private String run(Person operator, UUID node) throws IOException, InterruptedException {
        var answer = operator.api()
                .post("/api/v1/nodes/" + node + "/enrolment-tokens")
                .then()
                .statusCode(201)
                .extract();
        String command = answer.<String>path("command").replace("/etc/ibnoded", host + "/etc");
        ProcessBuilder shell = new ProcessBuilder(List.of("sh", "-c", command)).redirectErrorStream(true);
        shell.environment().put("PATH", host.resolve("bin") + ":" + System.getenv("PATH"));
        Process process = shell.start();
        String said = new String(process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(said).isZero();
        return answer.path("token");
    }
}
