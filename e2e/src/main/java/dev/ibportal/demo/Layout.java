package dev.ibportal.demo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * Where things are.
 *
 * @param root the folder with the root POM
 * @param directory everything that the demo keeps
 */
public record Layout(Path root, Path directory) {
    public Layout {
        root = root.toAbsolutePath().normalize();
        directory = directory.toAbsolutePath().normalize();
    }

    static Layout configured() {
        Path root = Path.of(System.getProperty("demo.root", "."));
        return new Layout(
                root,
                Path.of(System.getProperty("demo.dir", root.resolve(".demo").toString())));
    }

    /** The portal's main jar; its libraries are beside it. */
    public Path portalJar() {
        return built("portal/target/quarkus-app/quarkus-run.jar");
    }

    public Path daemonJar() {
        return built("node-daemon/target/node-daemon.jar");
    }

    Path portalOptions() {
        return root.resolve("portal/src/packaging/small.jvm");
    }

    /** For the daemon of one host. */
    public Path daemonOptions() {
        return root.resolve("node-daemon/src/packaging/ibnoded.jvm");
    }

    /** As a package installs it; it finds the rest by {@code IBNODED_LIB}. */
    public Path daemonLauncher() {
        return root.resolve("node-daemon/src/packaging/bin/ibnoded");
    }

    private Path built(String place) {
        Path file = root.resolve(place);
        if (!Files.exists(file)) {
            throw new DemoException(file + " is missing: build it with mvn package");
        }
        return file;
    }

    /** The folder or jar that this class was loaded from. */
    static Path ownClasses() {
        try {
            return Path.of(Layout.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    public Path portalData() {
        return directory.resolve("portal");
    }

    public Path simulationState() {
        return directory.resolve("simulation");
    }

    public Path enrolmentTokens() {
        return directory.resolve("enrolment-tokens");
    }

    Path lock() {
        return directory.resolve("demo.lock");
    }

    Path passwordFile() {
        return directory.resolve("password");
    }

    /** There once everything was set up; then it is the visitor's, and nothing is put back that they took away. */
    Path completed() {
        return directory.resolve("completed");
    }

    public Path log(String name) {
        return directory.resolve(name + ".log");
    }

    /** For its owner alone: keys, passwords and a database are in it. */
    public void makeDirectory() {
        try {
            Files.createDirectories(directory);
            Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx------"));
        } catch (IOException e) {
            throw new UncheckedIOException("the folder " + directory + " cannot be made", e);
        }
    }
}
