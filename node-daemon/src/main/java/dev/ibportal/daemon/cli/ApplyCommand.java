package dev.ibportal.daemon.cli;

import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** Carries out a plan that somebody looked at. */
@Command(
        name = "apply",
        description = "Carries out a plan as one transaction: all of it is kept, or all of it is taken back.",
        mixinStandardHelpOptions = true)
final class ApplyCommand implements Callable<Integer> {
    private static final Pattern DIGEST = Pattern.compile("[0-9a-f]{12,64}");

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @ParentCommand
    private IbnodedCommand parent = new IbnodedCommand();

    @Option(
            names = "--plan",
            paramLabel = "DIGEST",
            required = true,
            description = "Digest that \"ibnoded plan\" printed; refused when spec or host changed since.")
    private String plan = "";

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (!DIGEST.matcher(plan).matches()) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--plan " + plan + " is not the digest of a plan: it has 64 digits of 0 to 9 and a to f, of which"
                            + " the first 12 are enough; \"ibnoded plan\" prints it");
        }
        return Orders.report(Orders.give(parent.config(), "apply", plan, reconciler -> reconciler.apply(plan)));
    }
}
