package dev.ibportal.portal.platform.config;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** What an installation sets. */
@ConfigMapping(prefix = "ibportal")
public interface PortalSettings {
    /** Where the portal keeps what it makes itself: embedded PostgreSQL, one-time passwords, keys. */
    @WithDefault(".ibportal")
    Path dataDir();

    /** How long a browser session lasts, and how long without a click. */
    @WithDefault("12h")
    Duration sessionLength();

    @WithDefault("2h")
    Duration sessionIdle();

    /** How often at most it is written down that a session is in use. */
    @WithDefault("1m")
    Duration sessionRenewal();

    Password password();

    /** Cost of a password's hash (argon2id): memory in KiB and passes over it. */
    interface Password {
        @WithDefault("19456")
        int memory();

        @WithDefault("2")
        int iterations();
    }

    Db db();

    interface Db {
        /** JDBC URL of an external PostgreSQL, without credentials; unset: embedded. */
        Optional<String> url();

        /** Port of the embedded PostgreSQL; 0: any free one. */
        @WithDefault("0")
        int embeddedPort();

        /** Whether the portal migrates an external database at start; the embedded one always is. */
        @WithDefault("false")
        boolean migrate();

        @WithDefault("ibportal_owner")
        String ownerRole();

        /** Needed to migrate. */
        Optional<Path> ownerPasswordFile();

        Optional<Path> appPasswordFile();

        Optional<Path> fabricPasswordFile();
    }
}
