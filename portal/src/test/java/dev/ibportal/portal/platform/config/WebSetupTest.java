package dev.ibportal.portal.platform.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WebSetupTest {
    private static Map<String, String> setUp(PortalSettings.Web web, String... quarkus) {
        Map<String, String> set = quarkus.length == 0 ? Map.of() : Map.of(quarkus[0], quarkus[1]);
        return WebSetup.of(web, key -> Optional.ofNullable(set.get(key)));
    }

    @Test
    void plainHttpIsOnLoopbackUnlessSomebodySaysOtherwise() {
        assertThat(setUp(WebSettings.plain())).containsEntry("quarkus.http.host", "127.0.0.1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "127.0.1.1", "localhost", "::1", "[::1]"})
    void plainHttpOnLoopbackIsTaken(String host) {
        assertThat(setUp(WebSettings.plain(), "quarkus.http.host", host)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.0.0.0", "::", "10.0.0.5", "portal.example", "127.0.0.1.example", "localhost.example"})
    void plainHttpElsewhereIsRefusedWithTheWaysOut(String host) {
        assertThatThrownBy(() -> setUp(WebSettings.plain(), "quarkus.http.host", host))
                .hasMessageContainingAll(host, "certificate-file", "key-file", "127.0.0.1", "behind-tls-proxy");
    }

    @Test
    void httpsListensForNothingElse(@TempDir Path directory) throws IOException {
        Path certificate = Files.writeString(directory.resolve("tls.crt"), "c");
        Path key = Files.writeString(directory.resolve("tls.key"), "k");

        assertThat(setUp(WebSettings.https(certificate, key), "quarkus.http.host", "0.0.0.0"))
                .containsEntry("quarkus.http.tls-configuration-name", "web")
                .containsEntry("quarkus.http.insecure-requests", "disabled")
                .containsEntry("quarkus.tls.web.key-store.pem.portal.cert", certificate.toString())
                .containsEntry("quarkus.tls.web.reload-period", "PT1M");
        assertThat(setUp(WebSettings.https(certificate, key), "quarkus.http.insecure-requests", "redirect"))
                .containsEntry("quarkus.http.insecure-requests", "redirect");
        assertThatThrownBy(
                        () -> setUp(WebSettings.https(certificate, key), "quarkus.http.insecure-requests", "enabled"))
                .hasMessageContaining("plain HTTP");
    }

    @Test
    void halfOfHttpsIsRefused(@TempDir Path directory) throws IOException {
        Path certificate = Files.writeString(directory.resolve("tls.crt"), "c");

        assertThatThrownBy(() -> setUp(new WebSettings(
                        Optional.of(certificate), Optional.empty(), Duration.ofMinutes(1), false, Optional.empty())))
                .hasMessageContaining("ibportal.web.key-file");
        assertThatThrownBy(() -> setUp(WebSettings.https(certificate, directory.resolve("none"))))
                .hasMessageContaining("cannot be read");
    }

    @Test
    void aProxyHasToBeNamed() {
        assertThatThrownBy(() -> setUp(WebSettings.proxied(), "quarkus.http.host", "0.0.0.0"))
                .hasMessageContaining("trusted-proxies");
        assertThat(setUp(WebSettings.proxied("10.0.0.7", "10.1.0.0/24"), "quarkus.http.host", "0.0.0.0"))
                .containsEntry("quarkus.http.proxy.trusted-proxies", "10.0.0.7,10.1.0.0/24")
                .containsEntry("quarkus.http.proxy.proxy-address-forwarding", "true");
    }
}
