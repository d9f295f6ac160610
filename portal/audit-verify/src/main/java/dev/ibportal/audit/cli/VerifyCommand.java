package dev.ibportal.audit.cli;

import dev.ibportal.audit.Anchor;
import dev.ibportal.audit.ExportCheck;
import dev.ibportal.audit.ExportManifest;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** The command that proves an export: exit code 0 when it is whole, 1 when it is not, 2 when it could not be checked. */
public final class VerifyCommand {
    private static final String USAGE = """
            usage: java -jar ibportal-audit-verify.jar [--key ID] [--anchor FILE] EXPORT.zip
              --key     id of the portal's audit key, learned in another way (the portal's page and anchor file show it)
              --anchor  the portal's anchor file, to see whether the end of the log was cut off; best one that is as
                        young as the export, or younger
            exit code: 0 whole, 1 not whole (each fault is named with its place), 2 not checked
            """;

    private VerifyCommand() {}

    public static void main(String[] args) {
        System.exit(run(List.of(args), System.out, System.err));
    }

    static int run(List<String> args, PrintStream out, PrintStream err) {
        if (args.contains("--help") || args.contains("-h")) {
            out.print(USAGE);
            return 0;
        }
        String key = "";
        String anchorFile = "";
        List<Path> files = new ArrayList<>();
        Iterator<String> rest = args.iterator();
        while (rest.hasNext()) {
            String arg = rest.next();
            switch (arg) {
                case "--key" -> key = rest.hasNext() ? rest.next().toLowerCase(Locale.ROOT) : "";
                case "--anchor" -> anchorFile = rest.hasNext() ? rest.next() : "";
                default -> files.add(Path.of(arg));
            }
        }
        boolean wrong = (args.contains("--key") && key.isEmpty())
                || (args.contains("--anchor") && anchorFile.isEmpty())
                || files.size() != 1
                || files.get(0).toString().startsWith("-");
        if (wrong) {
            err.print(USAGE);
            return 2;
        }
        return check(files.get(0), key, anchorFile, out, err);
    }

    private static int check(Path file, String key, String anchorFile, PrintStream out, PrintStream err) {
        List<Anchor> anchors;
        try {
            anchors = anchorFile.isEmpty() ? List.of() : anchors(Path.of(anchorFile));
        } catch (IOException | UncheckedIOException e) {
            err.println(anchorFile + " cannot be read: " + why(e));
            return 2;
        }
        if (!anchorFile.isEmpty() && anchors.isEmpty()) {
            err.println(anchorFile + " is no anchor file: it has no line \"<time> block=<number> ..\"");
            return 2;
        }
        try {
            return print(ExportCheck.of(file, key, anchors), key, out);
        } catch (IOException e) {
            err.println(file + " cannot be read: " + why(e));
            return 2;
        }
    }

    /** For auditors, who know of no classes. */
    private static String why(Exception failure) {
        Throwable cause =
                failure instanceof UncheckedIOException && failure.getCause() != null ? failure.getCause() : failure;
        if (cause instanceof NoSuchFileException) {
            return "there is no such file";
        }
        if (cause instanceof AccessDeniedException) {
            return "you may not read it";
        }
        if (cause instanceof MalformedInputException) {
            return "it is not text in UTF-8";
        }
        return String.valueOf(cause.getMessage());
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
            if (manifest.format().equals(ExportManifest.SIGNED_FILE)) {
                out.println("file      " + manifest.file() + " " + manifest.filter());
            } else {
                out.println("filter    " + (manifest.everything() ? "none: the whole log" : manifest.filter()));
                out.println("range     " + manifest.firstAt() + " to " + manifest.lastAt());
            }
            out.println("key       " + manifest.keyId() + told(result, key));
        }
        if (manifest == null || !manifest.format().equals(ExportManifest.SIGNED_FILE)) {
            out.println("events    " + result.events() + ", proven " + result.proven() + ", not sealed yet "
                    + result.unsealed() + "; others of the same blocks " + result.elsewhere());
        }
        anchored(result.anchored(), out);
        result.findings().forEach(finding -> out.println("FAULT     " + finding));
        String onlyIf = key.isEmpty() ? ", if that key is the portal's" : "";
        out.println(result.whole() ? "WHOLE" + onlyIf : "NOT WHOLE");
        return result.whole() ? 0 : 1;
    }

    private static void anchored(ExportCheck.Anchored anchored, PrintStream out) {
        if (anchored.last() == 0) {
            return;
        }
        out.println("anchors   to block " + anchored.last() + "; the log's head was block " + anchored.head()
                + (anchored.later() > 0 ? "; " + anchored.later() + " younger than the export, not judged" : ""));
        if (anchored.endsBefore()) {
            out.println(
                    "NOTE      THE ANCHOR FILE IS OLDER THAN THE EXPORT: it proves nothing of what was sealed after block "
                            + anchored.last());
        }
    }

    private static String told(ExportCheck.Result result, String key) {
        if (key.isEmpty()) {
            return " (compare it with the one that the portal shows, or give --key)";
        }
        boolean refused =
                result.findings().stream().anyMatch(finding -> finding.what().equals("key"));
        return refused ? " (not trusted)" : " (trusted)";
    }
}
