package dev.ibportal.portal.platform.config;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
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

    Web web();

    /** How browsers reach the portal: HTTPS with these files, or plain HTTP from this machine or behind a TLS proxy. */
    interface Web {
        /** Certificate chain in PEM. */
        Optional<Path> certificateFile();

        /** Private key in PEM; needed with the certificate. */
        Optional<Path> keyFile();

        /** How often both are looked at again; not less than 30 seconds. */
        @WithDefault("1m")
        Duration reloadPeriod();

        /** Says that a proxy in front ends TLS, so that plain HTTP may be listened for elsewhere than on loopback. */
        @WithDefault("false")
        boolean behindTlsProxy();

        /** Addresses or networks of such proxies: only their X-Forwarded-... is believed. */
        Optional<List<String>> trustedProxies();
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

        Optional<Path> sealerPasswordFile();
    }
}
