package dev.ibportal.portal.platform.config;

import dev.ibportal.portal.platform.db.DbAccess;
import dev.ibportal.portal.platform.db.EmbeddedPostgres;
import dev.ibportal.portal.platform.db.Migrations;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Makes the data store ready before Quarkus connects to it. */
final class DbSetup {
    private DbSetup() {}

    /** @param begun gets what must be closed after the application has ended, before there is anything to close */
    static void prepare(PortalSettings settings, Consumer<AutoCloseable> begun) {
        if (settings.db().url().isPresent()) {
            publish(external(settings.db().url().get(), settings.db()));
            return;
        }
        EmbeddedPostgres server =
                EmbeddedPostgres.start(settings.dataDir(), settings.db().embeddedPort(), List.of(), begun);
        begun.accept(server);
        DbAccess access = server.database();
        Migrations.run(access);
        publish(access);
    }

    static DbAccess external(String url, PortalSettings.Db settings) {
        DbAccess access = new DbAccess(
                url,
                settings.migrate()
                        ? login(settings.ownerRole(), settings.ownerPasswordFile(), "ibportal.db.owner-password-file")
                        : new DbAccess.Login(settings.ownerRole(), ""),
                login(DbAccess.APP_ROLE, settings.appPasswordFile(), "ibportal.db.app-password-file"),
                login(DbAccess.FABRIC_ROLE, settings.fabricPasswordFile(), "ibportal.db.fabric-password-file"),
                login(DbAccess.SEALER_ROLE, settings.sealerPasswordFile(), "ibportal.db.sealer-password-file"));
        if (settings.migrate()) {
            Migrations.run(access);
        }
        return access;
    }

    private static DbAccess.Login login(String role, Optional<Path> file, String key) {
        Supplier<IllegalStateException> missing = () -> new IllegalStateException(
                "ibportal.db.url is set, so " + key + " must name the file with the password of role " + role);
        try {
            return new DbAccess.Login(
                    role, Files.readString(file.orElseThrow(missing)).strip());
        } catch (IOException e) {
            throw new UncheckedIOException("the password of role " + role + " cannot be read (" + key + ")", e);
        }
    }

    private static void publish(DbAccess access) {
        access.datasources().forEach(System::setProperty);
    }
}
