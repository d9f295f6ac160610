package dev.ibportal.portal.platform.db;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/** File work of the embedded PostgreSQL. */
final class PgFiles {
    private static final int LOWEST = 20_000;
    private static final int FIRST_OF_CLIENTS = 32_768;
    private static final int ATTEMPTS = 50;

    private PgFiles() {}

    static void delete(Path tree) throws IOException {
        if (!Files.exists(tree)) {
            return;
        }
        Files.walkFileTree(tree, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException failure)
                    throws IOException {
                Files.delete(directory);
                return FileVisitResult.CONTINUE;
            }
        });
    }

    /**
     * One that no server has, below those that systems give to clients (32768 and up on Linux): a client of anybody
     * could otherwise take it while PostgreSQL is being started again, even our own that tries to reach it.
     */
    static int freePort() throws IOException {
        BindException taken = new BindException("no free port on loopback");
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            int port = ThreadLocalRandom.current().nextInt(LOWEST, FIRST_OF_CLIENTS);
            try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return socket.getLocalPort();
            } catch (BindException e) {
                taken.addSuppressed(e);
            }
        }
        throw taken;
    }
}
