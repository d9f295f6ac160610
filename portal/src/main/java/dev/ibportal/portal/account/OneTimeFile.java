package dev.ibportal.portal.account;

import dev.ibportal.portal.platform.config.PortalSettings;
import dev.ibportal.portal.platform.config.PrivateFiles;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The file with the first operator's one-time password. It is there only until the password was changed. */
@ApplicationScoped
class OneTimeFile {
    static final String LOGIN = "admin";

    private final Path file;

    OneTimeFile(PortalSettings settings) {
        this.file = settings.dataDir().toAbsolutePath().resolve("first-operator-password");
    }

    Path write(String password) {
        PrivateFiles.write(file, password + "\n");
        return file;
    }

    void remove() {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new UncheckedIOException(file + " cannot be removed; its password is used up", e);
        }
    }
}
