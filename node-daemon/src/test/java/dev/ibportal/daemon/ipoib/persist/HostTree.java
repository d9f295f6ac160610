package dev.ibportal.daemon.ipoib.persist;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.testing.Tools;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The files of a host that was switched off, below a directory, and real programs to read them with. */
final class HostTree {
    private final Path root;
    private final Path out;

    HostTree(Path temp) throws IOException {
        root = Files.createDirectories(temp.resolve("root"));
        out = Files.createDirectories(temp.resolve("out"));
        // The services drop their rights before they read.
        for (Path directory : List.of(temp, root, out)) {
            Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
    }

    Path root() {
        return root;
    }

    void put(KeptFile file) throws IOException {
        Path path = root.resolve(file.path().substring(1));
        Files.createDirectories(path.getParent());
        Files.writeString(path, file.content());
        Files.setPosixFilePermissions(path, file.mode().permissions());
    }

    String text(String path) throws IOException {
        return Files.readString(root.resolve(path.substring(1)));
    }

    String output(String name) throws IOException {
        return Files.readString(out.resolve(name));
    }

    Path out() {
        return out;
    }

    List<Path> files(String directory) throws IOException {
        Path place = root.resolve(directory.substring(1));
        if (!Files.isDirectory(place)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(place)) {
            return files.filter(Files::isRegularFile).sorted().toList();
        }
    }

    static Path script(String name) throws IOException {
        return Path.of("src/test/resources/parsers", name).toAbsolutePath();
    }

    /** Runs to its end, which must be a good one. */
    String run(Path input, String... argv) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(List.of(argv));
        if (!words.get(0).startsWith("/")) {
            words.set(0, Tools.find(argv[0]).orElseThrow().toString());
        }
        Path output = out.resolve("output");
        Path errors = out.resolve("errors");
        Process process = new ProcessBuilder(words)
                .redirectInput(input.toFile())
                .redirectOutput(output.toFile())
                .redirectError(errors.toFile())
                .start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).as("%s ends", words).isTrue();
        assertThat(process.exitValue())
                .as("%s: %s", words, Files.readString(errors, StandardCharsets.UTF_8))
                .isZero();
        return Files.readString(output, StandardCharsets.UTF_8);
    }

    String run(String... argv) throws IOException, InterruptedException {
        return run(Path.of("/dev/null"), argv);
    }
}
