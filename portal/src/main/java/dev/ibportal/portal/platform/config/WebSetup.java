package dev.ibportal.portal.platform.config;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;

/** How Quarkus is to listen for browsers. Plain HTTP, which anybody on the way can read, is for loopback alone. */
final class WebSetup {
    private static final String HOST = "quarkus.http.host";
    private static final String INSECURE = "quarkus.http.insecure-requests";
    private static final Pattern LOOPBACK =
            Pattern.compile("localhost|127(\\.\\d{1,3}){3}|\\[?(::1|0:0:0:0:0:0:0:1)]?");

    private final PortalSettings.Web web;
    private final Function<String, Optional<String>> quarkus;
    private final Map<String, String> wanted = new LinkedHashMap<>();

    private WebSetup(PortalSettings.Web web, Function<String, Optional<String>> quarkus) {
        this.web = web;
        this.quarkus = quarkus;
    }

    /**
     * @param quarkus looks up what was set for Quarkus itself
     * @return settings for Quarkus
     */
    static Map<String, String> of(PortalSettings.Web web, Function<String, Optional<String>> quarkus) {
        WebSetup setup = new WebSetup(web, quarkus);
        setup.read();
        return setup.wanted;
    }

    private void read() {
        if (web.certificateFile().isPresent() || web.keyFile().isPresent()) {
            https(file(web.certificateFile(), "certificate-file"), file(web.keyFile(), "key-file"));
        } else {
            plain();
        }
        if (web.behindTlsProxy()) {
            proxies(web.trustedProxies().orElse(List.of()));
        }
    }

    private static Path file(Optional<Path> named, String key) {
        Path file = named.orElseThrow(() -> new IllegalStateException(
                "HTTPS needs both ibportal.web.certificate-file and ibportal.web.key-file; ibportal.web." + key
                        + " is not set"));
        if (!Files.isReadable(file)) {
            throw new IllegalStateException("ibportal.web." + key + " names " + file + ", which cannot be read");
        }
        return file;
    }

    private void https(Path certificate, Path key) {
        if (web.reloadPeriod().toSeconds() < 30) {
            throw new IllegalStateException(
                    "ibportal.web.reload-period is " + web.reloadPeriod().toSeconds() + " s; at least 30 s are needed");
        }
        wanted.put("quarkus.tls.web.key-store.pem.portal.cert", certificate.toString());
        wanted.put("quarkus.tls.web.key-store.pem.portal.key", key.toString());
        wanted.put("quarkus.tls.web.reload-period", web.reloadPeriod().toString());
        wanted.put("quarkus.http.tls-configuration-name", "web");
        String insecure = quarkus.apply(INSECURE).orElse("disabled");
        wanted.put(INSECURE, insecure);
        if (insecure.equals("enabled")) {
            requireLoopback();
        }
    }

    private void plain() {
        if (quarkus.apply(HOST).isEmpty()) {
            wanted.put(HOST, web.behindTlsProxy() ? "0.0.0.0" : "127.0.0.1");
        }
        requireLoopback();
    }

    private void requireLoopback() {
        String host = quarkus.apply(HOST)
                .or(() -> Optional.ofNullable(wanted.get(HOST)))
                .orElse("0.0.0.0");
        if (!web.behindTlsProxy() && !LOOPBACK.matcher(host).matches()) {
            throw new IllegalStateException("The portal does not listen for plain HTTP on " + host
                    + ", where passwords could be read on the way. Set ibportal.web.certificate-file and"
                    + " ibportal.web.key-file for HTTPS, or " + HOST + "=127.0.0.1 for this machine alone, or, when a"
                    + " proxy in front ends TLS, ibportal.web.behind-tls-proxy=true and ibportal.web.trusted-proxies.");
        }
    }

    private void proxies(List<String> trusted) {
        if (trusted.isEmpty()) {
            throw new IllegalStateException("ibportal.web.behind-tls-proxy is set, so ibportal.web.trusted-proxies must"
                    + " name the addresses or networks of the proxies, such as 10.0.0.7 or 10.0.0.0/24");
        }
        wanted.put("quarkus.http.proxy.proxy-address-forwarding", "true");
        wanted.put("quarkus.http.proxy.allow-x-forwarded", "true");
        wanted.put("quarkus.http.proxy.enable-forwarded-host", "true");
        wanted.put("quarkus.http.proxy.trusted-proxies", String.join(",", trusted));
    }
}
