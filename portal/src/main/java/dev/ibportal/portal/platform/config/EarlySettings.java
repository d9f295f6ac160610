package dev.ibportal.portal.platform.config;

import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfig;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The settings before Quarkus has started: system properties, environment, {@code config/application.properties} beside
 * the process, then the packed defaults; the order in which Quarkus itself reads them.
 */
final class EarlySettings {
    private static final int BESIDE_THE_PROCESS = 260;
    private static final int PACKED = 250;

    private EarlySettings() {}

    static PortalSettings read() {
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
        SmallRyeConfig config = builder.build();
        return config.getConfigMapping(PortalSettings.class);
    }

    private static String profile() {
        String environment = System.getenv("QUARKUS_PROFILE");
        return System.getProperty("quarkus.profile", environment == null ? "prod" : environment);
    }
}
