package dev.ibportal.daemon.ipoib.persist;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** netplan's generator, which is not in any PATH. */
final class NetplanTool {
    private NetplanTool() {}

    static String generator() {
        return Stream.of("/usr/libexec/netplan/generate", "/lib/netplan/generate")
                .filter(path -> Files.isExecutable(Path.of(path)))
                .findFirst()
                .orElseThrow();
    }
}
