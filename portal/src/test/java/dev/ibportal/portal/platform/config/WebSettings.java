package dev.ibportal.portal.platform.config;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What an installation can say of its web server, and what becomes of it; for tests that start a portal so. */
public record WebSettings(
        Optional<Path> certificateFile,
        Optional<Path> keyFile,
        Duration reloadPeriod,
        boolean behindTlsProxy,
        Optional<List<String>> trustedProxies)
        implements PortalSettings.Web {
    public static WebSettings plain() {
        return new WebSettings(Optional.empty(), Optional.empty(), Duration.ofMinutes(1), false, Optional.empty());
    }

    public static WebSettings https(Path certificate, Path key) {
        return new WebSettings(
                Optional.of(certificate), Optional.of(key), Duration.ofMinutes(1), false, Optional.empty());
    }

    public static WebSettings proxied(String... trusted) {
        return new WebSettings(
                Optional.empty(),
                Optional.empty(),
                Duration.ofMinutes(1),
                true,
                trusted.length == 0 ? Optional.empty() : Optional.of(List.of(trusted)));
    }

    /** As the portal's own start would set them. */
    public Map<String, String> forQuarkus() {
        return new HashMap<>(WebSetup.of(this, key -> Optional.empty()));
    }
}
