package dev.ibportal.portal.platform.jobs;

import dev.ibportal.portal.platform.config.PortalSettings;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;

/** The name of this portal among its replicas, the same after each restart with the same data directory. */
@Singleton
class InstanceId {
    private final String name;

    InstanceId(PortalSettings settings) {
        Path file = settings.dataDir().resolve("instance-id");
        try {
            Files.createDirectories(settings.dataDir());
            if (!Files.exists(file)) {
                Files.writeString(file, UUID.randomUUID().toString());
            }
            name = "portal-" + Files.readString(file).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(file + " can be neither read nor written", e);
        }
    }

    String name() {
        return name;
    }
}
