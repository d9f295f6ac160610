package dev.ibportal.daemon.cli;

import dev.ibportal.daemon.drivers.DriverFacts;
import dev.ibportal.drivers.Catalogue;
import dev.ibportal.drivers.Decision;
import dev.ibportal.drivers.Verdict;
import dev.ibportal.types.InvalidValueException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** Which driver stacks fit this host, decided before anything is downloaded. */
@Command(
        name = "drivers",
        description =
                "Says of each driver stack in the catalogue whether it works on this host, why not, and what works"
                        + " instead. Looks only: nothing is downloaded or installed.",
        mixinStandardHelpOptions = true)
final class DriversCommand implements Callable<Integer> {
    @ParentCommand
    private IbnodedCommand parent = new IbnodedCommand();

    @Option(
            names = "--catalogue",
            paramLabel = "FILE",
            description = "Another catalogue than the one that comes with ibnoded.")
    private @Nullable Path file;

    @Option(
            names = "--write-catalogue",
            description = "Print the catalogue itself, to be changed and read with --catalogue.")
    private boolean write;

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    @Override
    public Integer call() throws IOException {
        Catalogue catalogue = file == null ? Catalogue.shipped() : Catalogue.read(read(file));
        if (write) {
            System.out.print(catalogue.write());
            return ExitCode.OK;
        }
        DriverFacts facts = DriverFacts.of(Wiring.host(parent.configForLooking(), Clock.systemUTC()));
        List<Verdict> verdicts = catalogue.profiles().stream()
                .map(profile -> Decision.of(facts.shape(), profile))
                .toList();
        System.out.print(
                json ? DriversPrint.json(facts, verdicts, catalogue) : DriversPrint.text(facts, verdicts, catalogue));
        return verdicts.stream().anyMatch(verdict -> verdict.answer() == Verdict.Answer.WORKS)
                ? ExitCode.OK
                : ExitCode.FAILED;
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new InvalidValueException(
                    "catalogue.unreadable", file + " cannot be read: " + e.getMessage(), file.toString());
        }
    }
}
