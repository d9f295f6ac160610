package dev.ibportal.portal.platform.config;

import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfig;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The settings before Quarkus has started: system properties, environment, {@code config/application.properties} beside
 * the process, then the packed defaults; the order in which Quarkus itself reads them.
 */
final class EarlySettings {
    private static final int BESIDE_THE_PROCESS = 260;
    private static final int PACKED = 250;

    private final SmallRyeConfig config;

    private EarlySettings(SmallRyeConfig config) {
        this.config = config;
    }

    PortalSettings portal() {
        return config.getConfigMapping(PortalSettings.class);
    }

    /** A setting of Quarkus, if somebody has set it. */
    Optional<String> find(String key) {
        return config.getOptionalValue(key, String.class);
    }

    static EarlySettings read() {
        SmallRyeConfigBuilder builder = new SmallRyeConfigBuilder()
                .addDefaultSources()
                .addDefaultInterceptors()
                .addDiscoveredConverters()
                .withProfile(profile())
                .withMapping(PortalSettings.class)
                .withMappingIgnore("ibportal.**");
        try {
            URL packed = EarlySettings.class.getResource("/application.properties");
            if (packed != null) {
                builder.withSources(new PropertiesConfigSource(packed, PACKED));
            }
            Path beside = Path.of("config", "application.properties");
            if (Files.exists(beside)) {
                builder.withSources(new PropertiesConfigSource(beside.toUri().toURL(), BESIDE_THE_PROCESS));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the settings cannot be read", e);
        }
        return new EarlySettings(builder.build());
    }

    private static String profile() {
        String environment = System.getenv("QUARKUS_PROFILE");
        return System.getProperty("quarkus.profile", environment == null ? "prod" : environment);
    }
}
