package dev.ibportal.daemon.cli;

import dev.ibportal.daemon.enrol.PortalAddress;
import dev.ibportal.daemon.simulate.NodeToken;
import dev.ibportal.daemon.simulate.Simulation;
import dev.ibportal.daemon.simulate.SimulationSettings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.logging.Level;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** A whole fabric for trying the portal without hardware. */
@Command(
        name = "simulate",
        description = "Runs a simulated fabric: switches, hosts, a subnet manager, and a real daemon on each host.",
        mixinStandardHelpOptions = true)
final class SimulateCommand implements Callable<Integer> {
    @Option(
            names = "--portal",
            paramLabel = "HOST:PORT",
            required = true,
            description = "Where the portal takes daemons.")
    private String portal = "";

    @Option(
            names = "--state-dir",
            paramLabel = "DIR",
            required = true,
            description = "Identities, specs and the hosts' files; the next run goes on from there.")
    private Path stateDir = Path.of("");

    @Option(
            names = "--tokens",
            paramLabel = "FILE",
            description = "Hosts to enrol: lines \"<node name> <token>\"; - for standard input.")
    private @Nullable String tokens;

    @Option(names = "--switches", paramLabel = "N", description = "Switches of the fabric; default: 2")
    private int switches = 2;

    @Option(
            names = "--fault",
            paramLabel = "KIND[:NODE]",
            description = "Begin with this fault: no-sm, key-withheld, module-missing, port-down, port-ethernet,"
                    + " command-fails, command-hangs or half-open.")
    private List<String> faults = List.of();

    @Option(
            names = "--control-port",
            paramLabel = "N",
            description = "Loopback port of the HTTP control, 0 for any: GET / shows the fabric, PUT and DELETE"
                    + " /faults/KIND[/NODE] switch faults, POST /nodes with \"<name> <token>\" adds a host.")
    private @Nullable Integer controlPort;

    @Option(
            names = "--reconnect-spread",
            paramLabel = "MS",
            description = "Daemons that lose the portal dial again within this many milliseconds; default: 2000")
    private int reconnectSpread = 2000;

    @Option(
            names = "--sweep",
            paramLabel = "MS",
            description = "Milliseconds from telling the subnet manager to the ports' tables; default: 5")
    private int sweep = 5;

    @Override
    public Integer call() throws IOException, InterruptedException {
        Logs.to(Level.INFO);
        SimulationSettings settings = new SimulationSettings(
                PortalAddress.parse(portal),
                stateDir.toAbsolutePath().normalize(),
                switches,
                tokens(),
                faults.stream().map(SimulationSettings.Fault::parse).toList(),
                controlPort == null ? OptionalInt.empty() : OptionalInt.of(controlPort),
                Duration.ofMillis(Math.max(1, reconnectSpread)),
                Duration.ofMillis(Math.max(1, sweep)),
                Version.text());
        Simulation simulation = Simulation.start(settings, Clock.systemUTC());
        CountDownLatch stopped = new CountDownLatch(1);
        Runtime.getRuntime()
                .addShutdownHook(new Thread(
                        () -> {
                            simulation.close();
                            stopped.countDown();
                        },
                        "stop"));
        stopped.await();
        return ExitCode.OK;
    }

    private List<NodeToken> tokens() throws IOException {
        if (tokens == null) {
            return List.of();
        }
        if (tokens.equals("-")) {
            return NodeToken.parseAll(new String(System.in.readAllBytes(), StandardCharsets.UTF_8));
        }
        Path file = Path.of(tokens);
        if (!Files.isReadable(file)) {
            throw new IOException("the tokens file " + file + " does not exist or cannot be read");
        }
        return NodeToken.parseAll(Files.readString(file));
    }
}
