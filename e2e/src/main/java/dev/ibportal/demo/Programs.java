package dev.ibportal.demo;

import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;

/** How the portal and the simulation are started. */
public final class Programs {
    private Programs() {}

    /** @param more system properties beyond those of places and ports, as {@code name=value} */
    public static Child.Program portal(Layout layout, Ports ports, List<String> more) {
        List<String> jvm = new ArrayList<>(List.of("@" + layout.portalOptions()));
        for (String property : List.of(
                "ibportal.data-dir=" + layout.portalData(),
                "quarkus.http.host=127.0.0.1",
                "quarkus.http.port=" + ports.web(),
                "quarkus.management.port=" + ports.management(),
                "ibportal.agents.host=127.0.0.1",
                "ibportal.agents.port=" + ports.agents(),
                "ibportal.agents.public-address=localhost:" + ports.agents())) {
            jvm.add("-D" + property);
        }
        more.forEach(property -> jvm.add("-D" + property));
        return new Child.Program(
                "portal", jvm, layout.portalJar(), "io.quarkus.bootstrap.runner.QuarkusEntryPoint", List.of());
    }

    public static Child.Program simulation(Layout layout, Ports ports, int switches) {
        List<String> arguments = new ArrayList<>(List.of(
                "simulate",
                "--portal",
                "localhost:" + ports.agents(),
                "--state-dir",
                layout.simulationState().toString(),
                "--switches",
                String.valueOf(switches)));
        if (Files.exists(layout.enrolmentTokens())) {
            arguments.addAll(List.of("--tokens", layout.enrolmentTokens().toString()));
        }
        return new Child.Program(
                "simulation",
                List.of("-XX:+UseSerialGC", "-Xms16m", "-Xmx512m"),
                layout.daemonJar(),
                "dev.ibportal.daemon.Main",
                arguments);
    }
}
