package dev.ibportal.daemon.cli;

import dev.ibportal.daemon.enrol.Applicant;
import dev.ibportal.daemon.enrol.Enroller;
import dev.ibportal.daemon.enrol.Identity;
import dev.ibportal.daemon.enrol.IdentityStore;
import dev.ibportal.daemon.enrol.PortalChannels;
import dev.ibportal.daemon.host.Host;
import dev.ibportal.daemon.inventory.HostInventory;
import dev.ibportal.daemon.state.StateDir;
import dev.ibportal.types.EnrolmentToken;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** Makes this host a node. */
@Command(
        name = "enrol",
        description = "Exchanges a one-time token from the portal for this host's certificate.",
        mixinStandardHelpOptions = true)
final class EnrolCommand implements Callable<Integer> {
    private static final int LONGEST_TOKEN = 4096;

    @ParentCommand
    private IbnodedCommand parent = new IbnodedCommand();

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            required = true,
            description = "File that holds the token; - for standard input. It is not taken from the command line,"
                    + " where every user of the host could read it.")
    private String tokenFile = "";

    @Option(names = "--replace", description = "Give up the identity that this host has.")
    private boolean replace;

    @Override
    public Integer call() throws IOException {
        DaemonConfig config = parent.config();
        EnrolmentToken token = EnrolmentToken.parse(token());
        StateDir state = StateDir.open(config.stateDir());
        IdentityStore identities = new IdentityStore(state);
        Optional<Identity> before = replace ? Optional.empty() : identities.find();
        Clock clock = Clock.systemUTC();
        if (before.isPresent() && clock.instant().isBefore(before.get().expiry())) {
            System.err.println("ibnoded: this host is enrolled already as node "
                    + before.get().nodeId() + ", valid to " + before.get().expiry()
                    + "; add --replace to give that identity up");
            return ExitCode.FAILED;
        }
        Host host = Wiring.host(config, clock);
        try (PortalChannels channels = new PortalChannels(1)) {
            Applicant applicant = new Applicant(
                    MachineId.of(host.files(), state),
                    new HostInventory(host).facts().getHostName(),
                    Version.text());
            Identity identity = new Enroller(channels, clock).enrol(config.portal(), token, applicant);
            identities.save(identity);
            System.out.println("enrolled as node " + identity.nodeId() + " ("
                    + String.join(
                            ", ",
                            identity.names().roles().stream()
                                    .map(role -> role.text())
                                    .sorted()
                                    .toList())
                    + "), certificate valid to " + identity.expiry());
        }
        return ExitCode.OK;
    }

    private String token() throws IOException {
        if (tokenFile.equals("-")) {
            return new String(System.in.readNBytes(LONGEST_TOKEN), StandardCharsets.UTF_8);
        }
        Path file = Path.of(tokenFile);
        if (!Files.isReadable(file)) {
            throw new IOException("the token file " + file + " does not exist or cannot be read");
        }
        if (Files.size(file) > LONGEST_TOKEN) {
            throw new IOException(file + " is too large for a token");
        }
        return Files.readString(file);
    }
}
