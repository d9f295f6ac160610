package dev.ibportal.audit.cli;

import dev.ibportal.audit.Anchor;
import dev.ibportal.audit.ExportCheck;
import dev.ibportal.audit.ExportManifest;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** The command that proves an export: exit code 0 when it is whole, 1 when it is not, 2 when it could not be checked. */
public final class VerifyCommand {
    private static final String USAGE = """
            usage: VerifyCommand [--key ID] [--anchor FILE] EXPORT.zip
              --key     id of the portal's audit key, learned in another way (the portal's page and anchor file show it)
              --anchor  the portal's anchor file, to see whether the end of the log was cut off
            """;

    private VerifyCommand() {}

    public static void main(String[] args) {
        System.exit(run(List.of(args), System.out, System.err));
    }

    static int run(List<String> args, PrintStream out, PrintStream err) {
        String key = "";
        List<Anchor> anchors = List.of();
        List<Path> files = new ArrayList<>();
        try {
            for (int i = 0; i < args.size(); i++) {
                switch (args.get(i)) {
                    case "--key" -> key = args.get(++i).toLowerCase(Locale.ROOT);
                    case "--anchor" -> anchors = anchors(Path.of(args.get(++i)));
                    default -> files.add(Path.of(args.get(i)));
                }
            }
        } catch (IndexOutOfBoundsException | IOException e) {
            err.print(e + "\n" + USAGE);
            return 2;
        }
        if (files.size() != 1) {
            err.print(USAGE);
            return 2;
        }
        try {
            return print(ExportCheck.of(files.get(0), key, anchors), key, out);
        } catch (IOException e) {
            err.println(files.get(0) + " cannot be read: " + e);
            return 2;
        }
    }

    private static List<Anchor> anchors(Path file) throws IOException {
        try (Stream<String> lines = Files.lines(file)) {
            return lines.map(Anchor::parse).flatMap(Optional::stream).toList();
        }
    }

    private static int print(ExportCheck.Result result, String key, PrintStream out) {
        ExportManifest manifest = result.manifest();
        if (manifest != null) {
            out.println("made      " + manifest.madeAt() + " by " + manifest.madeBy());
            out.println("filter    " + (manifest.everything() ? "none: the whole log" : manifest.filter()));
            out.println("range     " + manifest.firstAt() + " to " + manifest.lastAt());
            out.println("key       " + manifest.keyId()
                    + (key.isEmpty()
                            ? " (compare it with the one that the portal shows, or give --key)"
                            : " (trusted)"));
        }
        out.println("events    " + result.events() + ", proven " + result.proven() + ", not sealed yet "
                + result.unsealed() + "; others of the same blocks " + result.elsewhere());
        result.findings().forEach(finding -> out.println("FAULT     " + finding));
        out.println(result.whole() ? "WHOLE" : "NOT WHOLE");
        return result.whole() ? 0 : 1;
    }
}
